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
    let colorScheme: ColorScheme

    func apply(_ page: [UInt8]) -> FilteredPage {
        var output = Array(
            "\(PagePolicy.documentStart)<html data-theme=\"\(colorScheme.theme)\"><head>\(policy.metaElement)".utf8)
        output.reserveCapacity(output.count + page.count + 1024)
        var removed: [RemovedMarkup] = []
        let page = OutwardLink.marked(in: page)
        page.withUnsafeBufferPointer { bytes in
            var start = Self.documentStart(bytes)
            while let less = bytes.firstIndex(of: UInt8(ascii: "<"), from: start) {
                output.append(contentsOf: bytes[start..<less])
                start = less + 1
                guard let name = Self.suspect(bytes, from: start) else {
                    output.append(UInt8(ascii: "<"))
                    continue
                }
                let tag = page[(start + name.utf8.count)...]
                if name == "meta", Self.isPolicy(bytes, from: start) {
                    start = Self.end(of: bytes, from: start)
                } else if Self.isAllowed(name, tag, bytes, from: start) {
                    output.append(UInt8(ascii: "<"))
                } else {
                    output.append(contentsOf: "&lt;".utf8)
                    if removed.count < Self.maximumReports { removed.append(RemovedMarkup(element: name, tag: tag)) }
                }
            }
            output.append(contentsOf: bytes[start...])
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

    /// The heads of those names: most of a page's tags are told from them without making a text of their own.
    private static let suspectHeads = Set(
        suspects.map { name in Array(name.utf8).withUnsafeBufferPointer { head($0, from: 0) } })

    /// The name that starts here when it is one of the suspects.
    private static func suspect(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
        guard suspectHeads.contains(head(bytes, from: start)) else { return nil }
        let name = name(bytes, from: start)
        return suspects.contains(name) ? name : nil
    }

    /// The first eight bytes of the name that starts here, in lower case.
    private static func head(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        var head: UInt64 = 0
        for byte in bytes[min(start, bytes.count)...].prefix(8) {
            guard isNameByte(byte) else { break }
            head = head << 8 | UInt64(byte | 0x20)
        }
        return head
    }

    /// A style sheet by a plain relative address, and metadata by name or encoding; each attribute in double quotes,
    /// nothing else in the tag.
    private static func isAllowed(
        _ name: String, _ tag: ArraySlice<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Bool {
        if OutwardLink.elements.contains(name) { return OutwardLink.isReadable(tag) }
        guard let attributes = attributes(bytes, from: start + name.utf8.count) else { return false }
        switch name {
        case "link":
            guard attributes["rel"] == "stylesheet", let address = attributes["href"],
                Set(attributes.keys).isSubset(of: ["rel", "href", "type"])
            else {
                return false
            }
            return !address.isEmpty && !address.contains(":") && !address.hasPrefix("//") && !address.contains("\\")
                && !address.contains("&")
        case "meta":
            return Set(attributes.keys).isSubset(of: ["charset", "name", "property", "content"])
                && attributes["name"]?.lowercased() != "referrer"
                && attributes["charset"].map { $0.lowercased() == "utf-8" } ?? true
        default: return false
        }
    }

    /// Behind a byte order mark, which would decide on the encoding, and the page's own document type.
    private static func documentStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, isSpace(bytes[start]) { start += 1 }
        let type = Array(PagePolicy.documentStart.utf8)
        guard bytes.count - start >= type.count else { return start }
        let isType = type.indices.allSatisfy { bytes[start + $0] | 0x20 == type[$0] | 0x20 }
        return isType ? start + type.count : start
    }

    /// The publisher's own policy, which the device replaces.
    private static func isPolicy(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let attributes = attributes(bytes, from: start + 4) else { return false }
        return attributes["http-equiv"]?.lowercased() == "content-security-policy" && attributes.count == 2
    }

    /// The attributes of a tag in the one spelling that templates use; `nil` for any other.
    private static func attributes(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [String: String]? {
        var result: [String: String] = [:]
        var index = start
        while result.count < 16 {
            let before = index
            while index < bytes.count, isSpace(bytes[index]) { index += 1 }
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ">") { return result }
            if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") {
                return result
            }
            let name = name(bytes, from: index)
            guard index > before, !name.isEmpty, result[name] == nil else { return nil }
            index += name.utf8.count
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "="), bytes[index + 1] == UInt8(ascii: "\"")
            else { return nil }
            index += 2
            let value = index
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                guard bytes[index] != UInt8(ascii: "<"), index - value < 2048 else { return nil }
                index += 1
            }
            guard index < bytes.count else { return nil }
            result[name] = String(decoding: bytes[value..<index], as: UTF8.self)
            index += 1
        }
        return nil
    }

    /// The name that starts here, in lower case; at most 32 letters, digits and hyphens.
    private static func name(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
        var end = start
        while end < bytes.count, end - start < 32, isNameByte(bytes[end]) { end += 1 }
        return end == start ? "" : String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
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

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
