import Foundation

/// Takes out of a page what a Content-Security-Policy cannot stop: hints that open connections, refreshes, bases,
/// scripts, frames, forms, templates, animated addresses; and writes links out of the release as ``OutwardLink``s.
///
/// It works on bytes and knows no HTML: a `<` in front of one of a few names is written as `&lt;` unless the whole tag
/// has one of the allowed forms. Reading too much into a page this way costs nothing, because released pages hold none
/// of these; reading too little would.
///
/// Every page begins with the device's own document type, colour scheme and policy, in front of the first byte of the
/// publisher: whatever the page makes of a browser's parser afterwards, it is bound already. A browser merges the
/// page's own `html` and `head` tags into those that stand there.
struct MarkupFilter {
    /// What a page is reported for; more is taken out without a word.
    static let maximumReports = 100

    let policy: PagePolicy
    let colorScheme: Hub.ColorScheme

    func apply(_ page: [UInt8]) -> FilteredPage {
        let page = OutwardLink.marked(in: page)
        var output = Array(
            "\(PagePolicy.documentStart)<html data-theme=\"\(colorScheme.theme)\"><head>\(policy.metaElement)".utf8)
        output.reserveCapacity(output.count + page.count + 1024)
        var removed: [RemovedMarkup] = []
        page.withUnsafeBufferPointer { bytes in
            var start = Self.documentStart(bytes)
            // Pages hold little that is taken out: what lies between is copied in one go.
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
    /// Names of elements that reach the network, run code, change what addresses mean, or have links of a kind that is
    /// not marked.
    private static let suspects: Set<String> = [
        "link", "meta", "base", "script", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "portal",
        "fencedframe", "noscript", "template", "animate", "set", "math", "a", "area",
    ]
    private static let suspectHeads = ElementName.heads(of: suspects)

    /// The name that starts here when it is one of the suspects.
    private static func suspect(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        let head = ElementName.head(bytes, from: start)
        guard head != 0, suspectHeads.contains(head) else { return nil }
        let name = ElementName.text(bytes, from: start)
        return suspects.contains(name) ? name : nil
    }

    /// Whether the tag is a link that can be followed, a style sheet by a plain relative address, or metadata by name or
    /// encoding.
    /// - Parameter start: behind the element's name.
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

    /// Whether an address has no scheme and no host, and spells none in a way that only a browser reads.
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

    /// Behind a byte order mark, which would decide on the encoding, and the page's own document type.
    private static func documentStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, bytes[start].isMarkupSpace { start += 1 }
        let type = Array(PagePolicy.documentStart.utf8)
        guard bytes.count - start >= type.count else { return start }
        let isType = type.indices.allSatisfy { bytes[start + $0] | 0x20 == type[$0] | 0x20 }
        return isType ? start + type.count : start
    }

    /// Behind the `>` of the tag that starts here, quoted values skipped; the end of the page when there is none.
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
