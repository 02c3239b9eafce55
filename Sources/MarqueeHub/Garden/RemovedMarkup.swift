/// Something a page held that no policy stops: taken out before it was shown, and reported as a refused request.
struct RemovedMarkup: Sendable, Hashable {
    /// The element's name, in lower case.
    let element: String
    /// The address it named, as the page spelled it; `nil` when none can be read.
    let address: String?
}

extension RemovedMarkup {
    /// Reads a tag as browsers do, for a person to see what it was after; nothing is decided by it.
    /// - Parameter tag: what follows the element's name, at least up to the tag's end.
    init(element: String, tag: some Sequence<UInt8>) {
        self.element = element
        var rest = Array(tag.prefix(Self.maximumTag))[...]
        var address: String?
        while address == nil, let (name, value) = Self.attribute(&rest) {
            guard Self.addresses.contains(name) else { continue }
            address = name == "content" ? Self.refreshTarget(value) : value
        }
        self.address = address
    }

    private static let maximumTag = 2048
    private static let addresses: Set<String> = ["href", "src", "data", "action", "code", "content"]

    private static func attribute(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
        rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\"") }
        guard let first = rest.first, first != UInt8(ascii: ">") else { return nil }
        let name = take(&rest) { !isSpace($0) && !"=/>".utf8.contains($0) }
        rest = rest.drop(while: isSpace)
        guard rest.first == UInt8(ascii: "=") else { return (name.lowercased(), "") }
        rest = rest.dropFirst().drop(while: isSpace)
        guard let quote = rest.first, "\"'".utf8.contains(quote) else {
            return (name.lowercased(), take(&rest) { !isSpace($0) && $0 != UInt8(ascii: ">") })
        }
        rest = rest.dropFirst()
        let value = take(&rest) { $0 != quote }
        rest = rest.dropFirst()
        return (name.lowercased(), value)
    }

    /// At least one byte, so that reading always ends.
    private static func take(_ rest: inout ArraySlice<UInt8>, while belongs: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: belongs)
        rest = rest.dropFirst(taken.count)
        if taken.isEmpty, rest.first == UInt8(ascii: "=") { rest = rest.dropFirst() }
        return String(decoding: taken, as: UTF8.self)
    }

    /// `https://…` of `0; url=https://…`.
    private static func refreshTarget(_ content: String) -> String? {
        guard let equals = content.firstIndex(of: "="), content[..<equals].lowercased().contains("url") else {
            return nil
        }
        let target = content[content.index(after: equals)...].drop { " '\"".contains($0) }
        return String(target.prefix { !"'\"".contains($0) })
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
