import Foundation
import MarqueeWire

/// How a page writes an address outside of the release: behind a scheme of its own, which no browser knows.
///
/// A link is more than what happens when it is followed. Browsers connect to its host as soon as a finger touches it or
/// a pointer rests on it, without asking anybody and whatever the page's policy says. `marquee-link:https://…` leads to
/// no host, still looks and behaves like a link, and tells the gate what was meant.
enum OutwardLink {
    static let scheme = "marquee-link"

    /// The address that a followed link means: what stands behind the scheme, or the address as it is.
    static func target(of url: URL) -> URL {
        let text = url.absoluteString
        guard url.scheme?.lowercased() == scheme, let colon = text.firstIndex(of: ":") else { return url }
        let address = withoutBlanks(text[text.index(after: colon)...])
        // Browsers take a backslash for a slash, and any number of them in front of a host for two.
        var host = address
        while let slash = ["/", "\\", "%5C"].first(where: host.hasPrefix) { host = host.dropFirst(slash.count) }
        if address.hasPrefix("//") { return URL(string: "https://\(host)") ?? url }
        let beginsWithBackslash = host.startIndex != address.startIndex && !address.hasPrefix("/")
        guard beginsWithBackslash else { return URL(string: String(address)) ?? url }
        // Behind a scheme that no browser knows nothing is a host, and it was escaped like the rest of a path.
        let plain = host.replacing("%5C", with: "/").replacing("%3A", with: ":").replacing("\\", with: "/")
        return URL(string: "https://\(plain)") ?? url
    }

    /// Without the spaces and control characters that a browser drops in front of an address, and escapes in front of
    /// this one.
    private static func withoutBlanks(_ text: Substring) -> Substring {
        var rest = text
        while rest.first == "%", let code = UInt8(rest.dropFirst().prefix(2), radix: 16), code <= 0x20 {
            rest = rest.dropFirst(3)
        }
        return rest
    }

    /// Elements whose links are marked; others that have any are taken out of a page.
    static let elements: Set<String> = ["a", "area"]
    private static let elementHeads = ElementName.heads(of: elements)
    /// Longer tags are not read, and not let through.
    private static let longestTag = 8192
    private static let mark = Array("\(scheme):".utf8)

    /// The page with each link out of the release behind ``scheme``.
    ///
    /// Each place where a link's tag might begin is read, be it in a comment or inside of another tag: something may be
    /// marked that is no link, which is only text then, but no link is missed.
    static func marked(in page: [UInt8]) -> [UInt8] {
        let places = page.withUnsafeBufferPointer(outwardAddresses)
        guard !places.isEmpty else { return page }
        var output: [UInt8] = []
        output.reserveCapacity(page.count + places.count * mark.count)
        var copied = 0
        for place in places {
            output.append(contentsOf: page[copied..<place])
            output.append(contentsOf: mark)
            copied = place
        }
        output.append(contentsOf: page[copied...])
        return output
    }

    /// Whether a link's tag, given behind its name, ends where it still is read.
    static func isReadable(_ tag: PageBytes) -> Bool {
        var scanner = TagScanner(tag.prefix(longestTag))
        while scanner.next() != nil {}
        return scanner.isAtEnd
    }

    /// Where the addresses of links out of the release begin, in the page's order, each once: a tag inside of another
    /// finds what the outer one found.
    private static func outwardAddresses(_ page: UnsafeBufferPointer<UInt8>) -> [Int] {
        var places: Set<Int> = []
        var index = 0
        while let less = page.firstIndex(of: UInt8(ascii: "<"), from: index) {
            index = less + 1
            guard let attributes = linkAttributes(page, from: index) else { continue }
            for attribute in TagScanner(page[attributes...].prefix(longestTag))
            where isLink(attribute) && !isInward(attribute.value) {
                places.insert(attribute.value.startIndex)
            }
        }
        return places.sorted()
    }

    /// Behind the name of a link's element, when it is one that starts here.
    private static func linkAttributes(_ page: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let head = ElementName.head(page, from: start)
        guard head != 0, elementHeads.contains(head) else { return nil }
        // One letter of the name to each byte of the head that is not 0.
        let end = start + 8 - head.leadingZeroBitCount / 8
        return end < page.count && isBoundary(page[end]) ? end : nil
    }

    private static func isBoundary(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private static func isLink(_ attribute: TagScanner.Attribute) -> Bool {
        attribute.hasValue && (attribute.isNamed("href") || attribute.isNamed("xlink:href"))
    }

    /// Whether the value, in the spelling of the page, can only lead to a page or asset of the release or to a place
    /// within the page.
    ///
    /// In doubt it cannot: `&colon;` may be a colon.
    static func isInward(_ value: PageBytes) -> Bool {
        guard let first = value.first, first != UInt8(ascii: "#"), !value.starts(with: ownAddress) else { return true }
        let step = value.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return !step.isEmpty && step.allSatisfy(isPlain)
    }

    private static let ownAddress = Array("\(ContentURI.scheme)://".utf8)

    /// Whether a byte means itself in a step of a path, whoever reads it: no escape of HTML and no mark of a scheme.
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || plainMarks.contains(byte) }

    private static let plainMarks = Array(".-_~%".utf8)
}
