import Foundation

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
        let rest = withoutBlanks(text[text.index(after: colon)...])
        // Browsers take a backslash for a slash.
        var host = rest
        while let slash = ["/", "\\", "%5C"].first(where: host.hasPrefix) { host = host.dropFirst(slash.count) }
        if rest.hasPrefix("//") { return URL(string: "https://\(host)") ?? url }
        if host.startIndex != rest.startIndex, !rest.hasPrefix("/") {
            let plain = host.replacing("%5C", with: "/").replacing("%3A", with: ":").replacing("\\", with: "/")
            return URL(string: "https://\(plain)") ?? url
        }
        return URL(string: String(rest)) ?? url
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
    private static let elementBytes = elements.map { Array($0.utf8) }
    /// Longer tags are not read, and not let through.
    private static let maximumTag = 8192

    /// The page with each link out of the release behind ``scheme``.
    ///
    /// Each place where a link's tag might begin is read, be it in a comment or inside of another tag: something may be
    /// marked that is no link, which is only text then, but no link is missed.
    static func marked(in page: [UInt8]) -> [UInt8] {
        var places: Set<Int> = []
        for start in linkTags(in: page) {
            let tag = page[start..<min(start + maximumTag, page.count)]
            for attribute in TagScanner(tag) where isLink(attribute) && !isInward(attribute.value) {
                places.insert(attribute.value.startIndex)
            }
        }
        guard !places.isEmpty else { return page }
        var output: [UInt8] = []
        output.reserveCapacity(page.count + places.count * (scheme.utf8.count + 1))
        var copied = 0
        for place in places.sorted() {
            output.append(contentsOf: page[copied..<place])
            output.append(contentsOf: "\(scheme):".utf8)
            copied = place
        }
        output.append(contentsOf: page[copied...])
        return output
    }

    /// Whether a link's tag, given behind its name, ends where it still is read.
    static func isReadable(_ tag: ArraySlice<UInt8>) -> Bool {
        var scanner = TagScanner(tag.prefix(maximumTag))
        while scanner.next() != nil {}
        return scanner.isAtEnd
    }

    /// Behind the name of each tag that may be a link's.
    private static func linkTags(in page: [UInt8]) -> [Int] {
        page.withUnsafeBufferPointer { bytes in
            var starts: [Int] = []
            var index = 0
            while let less = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
                index = less + 1
                for name in elementBytes where bytes.count - index > name.count && isBoundary(bytes[index + name.count])
                {
                    if zip(bytes[index...], name).allSatisfy({ $0 | 0x20 == $1 }) { starts.append(index + name.count) }
                }
            }
            return starts
        }
    }

    private static func isBoundary(_ byte: UInt8) -> Bool { byte <= 0x20 || "/>".utf8.contains(byte) }

    private static func isLink(_ attribute: TagScanner.Attribute) -> Bool {
        attribute.hasValue && (attribute.isNamed("href") || attribute.isNamed("xlink:href"))
    }

    /// Whether the value, in the spelling of the page, can only lead to a page or asset of the release or to a place
    /// within the page.
    ///
    /// In doubt it cannot: `&colon;` may be a colon.
    static func isInward(_ value: ArraySlice<UInt8>) -> Bool {
        if value.starts(with: Array("zbimdb://".utf8)) { return true }
        guard let first = value.first else { return true }
        if first == UInt8(ascii: "#") { return true }
        let step = value.prefix { !"/?#".utf8.contains($0) }
        return !step.isEmpty && step.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-_~%".utf8.contains(byte)
        }
    }
}
