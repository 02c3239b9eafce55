import Foundation

/// Removes the markup that a Content-Security-Policy cannot stop: connection hints, refreshes, bases, scripts, frames,
/// forms, templates and animated addresses. It also marks links out of the release as ``OutwardLink``s.
///
/// The filter works on bytes and does not parse HTML. It replaces the `<` before certain element names by `&lt;`,
/// unless the whole tag has an allowed form. The filter may therefore remove too much, but never too little. Removing
/// too much does no harm, because released pages contain none of these elements.
///
/// Every page begins with the device's own document type, colour scheme and policy, before the publisher's first byte.
/// The policy therefore applies to the whole page, even if later markup confuses the browser's parser. A browser merges
/// the page's own `html` and `head` tags into the device's tags.
struct MarkupFilter {
    /// The maximum number of reported removals per page. Further markup is removed without a report.
    static let maximumReports = 100

    let policy: PagePolicy
    let colorScheme: Hub.ColorScheme

    func apply(_ page: [UInt8]) -> FilteredPage {
        let page = OutwardLink.marked(in: page)
        var output = Array(PagePolicy.pageStart(colorScheme, policy.contentSecurityPolicy).utf8)
        output.reserveCapacity(output.count + page.count + 1024)
        var removed: [RemovedMarkup] = []
        page.withUnsafeBufferPointer { bytes in
            var start = Self.documentStart(bytes)
            // The bytes between two removals are copied in one call, because pages contain few removals.
            var copied = start
            while let less = bytes.firstIndex(of: UInt8(ascii: "<"), from: start) {
                start = less + 1
                guard let name = Self.suspect(bytes, from: start) else { continue }
                let attributes = start + name.utf8.count
                if name == "meta", Self.isPolicy(bytes, from: attributes) {
                    output.append(contentsOf: bytes[copied..<less])
                    start = Self.end(of: bytes, from: start)
                    copied = start
                } else if !Self.isAllowed(name, bytes, from: attributes) {
                    output.append(contentsOf: bytes[copied..<less])
                    output.append(contentsOf: "&lt;".utf8)
                    copied = start
                    guard removed.count < Self.maximumReports else { continue }
                    removed.append(RemovedMarkup(element: name, tag: bytes[attributes...]))
                }
            }
            output.append(contentsOf: bytes[copied...])
        }
        return FilteredPage(html: output, removed: removed)
    }
}

extension MarkupFilter {
    /// The elements that may use the network, run code or change the meaning of addresses, and the elements with links.
    private static let suspects: Set<String> = [
        "link", "meta", "base", "script", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "portal",
        "fencedframe", "noscript", "template", "animate", "set", "math", "a", "area",
    ]
    private static let suspectHeads = ElementName.heads(of: suspects)

    /// The element name at this offset, if it is one of the suspects; otherwise `nil`.
    private static func suspect(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        let head = ElementName.head(bytes, from: start)
        guard head != 0, suspectHeads.contains(head) else { return nil }
        let name = ElementName.text(bytes, from: start)
        return suspects.contains(name) ? name : nil
    }

    /// Whether the tag has an allowed form: a link that ``OutwardLink`` can read, a style sheet with a plain relative
    /// address, or metadata with a name or an encoding.
    /// - Parameter start: the offset after the element's name.
    private static func isAllowed(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        if OutwardLink.elements.contains(name) { return OutwardLink.isReadable(bytes[start...]) }
        guard let attributes = PlainAttributes(bytes, from: start) else { return false }
        switch name {
        case "link":
            return attributes["rel"] == "stylesheet" && attributes.names.isSubset(of: ["rel", "href", "type"])
                && attributes["href"].map(isPlainAddress) ?? false
        case "meta":
            return attributes.names.isSubset(of: ["charset", "name", "property", "content"])
                && attributes["name"]?.lowercased() != "referrer"
                && attributes["charset"].map { $0.lowercased() == "utf-8" } ?? true
        default: return false
        }
    }

    /// Whether an address has no scheme and no host, and no characters that a browser could read as one of these.
    private static func isPlainAddress(_ address: String) -> Bool {
        let bytes = address.utf8
        return !bytes.isEmpty && !bytes.starts(with: "//".utf8)
            && bytes.allSatisfy { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "&") }
    }

    /// Whether a `meta` element is the publisher's own policy, which the device replaces.
    private static func isPolicy(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let attributes = PlainAttributes(bytes, from: start) else { return false }
        return attributes["http-equiv"]?.lowercased() == "content-security-policy" && attributes.names.count == 2
    }

    /// The offset after the page's byte order mark and document type. The device replaces both, because a byte order
    /// mark sets the encoding.
    private static func documentStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, bytes[start].isMarkupSpace { start += 1 }
        let type = Array(PagePolicy.documentStart.utf8)
        guard bytes.count - start >= type.count else { return start }
        let isType = type.indices.allSatisfy { bytes[start + $0] | 0x20 == type[$0] | 0x20 }
        return isType ? start + type.count : start
    }

    /// The offset after the `>` that ends the tag, ignoring `>` in quoted values; the page's end if there is none.
    private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var quote: UInt8?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return bytes.count
    }
}
