import Foundation
import MarqueeWire

/// Marks the links of a page that lead out of the release, with a scheme that no browser knows.
///
/// A browser may connect to a link's host before the person follows the link: when a finger touches it or a pointer
/// rests on it. The page's policy cannot stop this. A marked link, `marquee-link:https://…`, has no host, but still
/// looks and works like a link. The gate reads the original address from it.
enum OutwardLink {
    static let scheme = "marquee-link"

    /// The original address of a followed link: the part after the scheme, or the whole address if it is not marked.
    static func target(of url: URL) -> URL {
        let text = url.absoluteString
        guard url.scheme?.lowercased() == scheme, let colon = text.firstIndex(of: ":") else { return url }
        let address = withoutBlanks(text[text.index(after: colon)...])
        // Browsers read a backslash as a slash, and any number of slashes before a host as two.
        var host = address
        while let slash = ["/", "\\", "%5C"].first(where: host.hasPrefix) { host = host.dropFirst(slash.count) }
        if address.hasPrefix("//") { return URL(string: "https://\(host)") ?? url }
        let beginsWithBackslash = host.startIndex != address.startIndex && !address.hasPrefix("/")
        guard beginsWithBackslash else { return URL(string: String(address)) ?? url }
        // The browser does not know the scheme, so it escaped the host like a part of a path. Undo the escapes.
        let plain = host.replacing("%5C", with: "/").replacing("%3A", with: ":").replacing("\\", with: "/")
        return URL(string: "https://\(plain)") ?? url
    }

    /// The text without leading escaped spaces and control characters.
    ///
    /// A browser removes these characters at the start of a normal address, but escapes them after this scheme.
    private static func withoutBlanks(_ text: Substring) -> Substring {
        var rest = text
        while rest.first == "%", let code = UInt8(rest.dropFirst().prefix(2), radix: 16), code <= 0x20 {
            rest = rest.dropFirst(3)
        }
        return rest
    }

    /// The elements whose links are marked. Other elements with links are removed from the page.
    static let elements: Set<String> = ["a", "area"]
    private static let elementHeads = ElementName.heads(of: elements)
    /// The longest tag that is read, in bytes. Longer tags are removed from the page.
    private static let longestTag = 8192
    private static let mark = Array("\(scheme):".utf8)

    /// The page with ``scheme`` added to each link that leads out of the release.
    ///
    /// Every `<` that may begin a link's tag is read, also inside a comment or another tag. So text that is not a link
    /// may be marked too, which is harmless, but no link is missed.
    static func marked(in page: [UInt8]) -> [UInt8] {
        let offsets = page.withUnsafeBufferPointer(outwardAddressOffsets)
        guard !offsets.isEmpty else { return page }
        var output: [UInt8] = []
        output.reserveCapacity(page.count + offsets.count * mark.count)
        var copied = 0
        for offset in offsets {
            output.append(contentsOf: page[copied..<offset])
            output.append(contentsOf: mark)
            copied = offset
        }
        output.append(contentsOf: page[copied...])
        return output
    }

    /// Whether a link's tag ends within ``longestTag`` bytes.
    /// - Parameter tag: the bytes after the element's name.
    static func isReadable(_ tag: PageBytes) -> Bool {
        var scanner = TagScanner(tag.prefix(longestTag))
        while scanner.next() != nil {}
        return scanner.isAtEnd
    }

    /// The offsets of addresses that lead out of the release, in ascending order.
    ///
    /// The set removes duplicates: a tag inside another tag finds the same address as the outer tag.
    private static func outwardAddressOffsets(_ page: UnsafeBufferPointer<UInt8>) -> [Int] {
        var offsets: Set<Int> = []
        var index = 0
        while let less = page.firstIndex(of: UInt8(ascii: "<"), from: index) {
            index = less + 1
            guard let attributes = linkAttributes(page, from: index) else { continue }
            for attribute in TagScanner(page[attributes...].prefix(longestTag))
            where isLink(attribute) && !isInward(attribute.value) {
                offsets.insert(attribute.value.startIndex)
            }
        }
        return offsets.sorted()
    }

    /// The offset after the name of a link's element; `nil` when no such element starts here.
    private static func linkAttributes(_ page: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let head = ElementName.head(page, from: start)
        guard head != 0, elementHeads.contains(head) else { return nil }
        // Each byte of the head that is not 0 is one letter of the name.
        let end = start + 8 - head.leadingZeroBitCount / 8
        return end < page.count && isBoundary(page[end]) ? end : nil
    }

    private static func isBoundary(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private static func isLink(_ attribute: TagScanner.Attribute) -> Bool {
        attribute.hasValue && (attribute.isNamed("href") || attribute.isNamed("xlink:href"))
    }

    /// Whether an address, as the page spells it, can only lead to the release or to a part of the same page.
    ///
    /// The answer is `false` in doubt, because an escape such as `&colon;` may mean a colon.
    static func isInward(_ value: PageBytes) -> Bool {
        guard let first = value.first, first != UInt8(ascii: "#"), !value.starts(with: ownAddress) else { return true }
        let step = value.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return !step.isEmpty && step.allSatisfy(isPlain)
    }

    private static let ownAddress = Array("\(ContentURI.scheme)://".utf8)

    /// Whether every reader takes this byte of a path literally: it starts no HTML escape and ends no scheme.
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || plainMarks.contains(byte) }

    private static let plainMarks = Array(".-_~%".utf8)
}
