extension URLTemplate {
    /// The address as a URL that can be requested or opened: macros replaced, and percent-encoded where URLs require
    /// it.
    ///
    /// Servers write quotes, bars and non-ASCII letters, and an unknown name in brackets stays. Some URL parsers refuse
    /// these characters, and the tracker would be lost. Text that is already encoded is not encoded again.
    /// ``expanded(with:in:)`` describes the macros. An address that still begins with `//`, because the document's
    /// address is unknown, gets `https`.
    /// - Parameters:
    ///   - values: the values for this request.
    ///   - context: the kind of this address; `nil` replaces every macro.
    public func address(with values: MacroValues, in context: Macro.Context? = nil) -> String {
        let expanded = expanded(with: values, in: context)
        return Address.escaped(expanded.hasPrefix("//") ? "https:" + expanded : expanded)
    }

    /// The address with each known `[NAME]` replaced once. Inserted values are not searched again.
    ///
    /// Names are case-sensitive. Names that are not in the list of 4.3 stay, and so do brackets without a name. A space
    /// becomes `%20`, because a URL cannot contain one. All other text is kept byte for byte.
    ///
    /// Percent-encoded brackets stay too (`%5BCACHEBUSTING%5D`). The macros of the standard have bare brackets; an
    /// encoded pair belongs to an inner address, whose macros are replaced when that address is requested.
    /// - Parameters:
    ///   - values: the values for this request. Set `[CACHEBUSTING]` for each request; this method does not.
    ///   - context: the kind of this address. A macro that is not defined there, such as `[REASON]` in an impression,
    ///     stays. `nil` replaces every macro.
    public func expanded(with values: MacroValues, in context: Macro.Context? = nil) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if let found = Self.placeholder(in: bytes, at: position, others: values.hasPlaceholders),
                let value = Self.value(of: found, values, context)
            {
                result += value.utf8
                position = found.end
            } else {
                bytes[position] == UInt8(ascii: " ") ? result += "%20".utf8 : result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private struct Placeholder {
        let name: ArraySlice<UInt8>
        let whole: ArraySlice<UInt8>
        let isBracketed: Bool
        var end: Int { whole.endIndex }
    }

    /// A name cannot contain the start of a placeholder, so each byte is read at most twice.
    private static func placeholder(in bytes: [UInt8], at start: Int, others: Bool) -> Placeholder? {
        let opening: String.UTF8View
        let closing: String.UTF8View
        switch bytes[start] {
        case UInt8(ascii: "["): (opening, closing) = ("[".utf8, "]".utf8)
        case UInt8(ascii: "$") where others: (opening, closing) = ("${".utf8, "}".utf8)
        case UInt8(ascii: "%") where others: (opening, closing) = ("%%".utf8, "%%".utf8)
        default: return nil
        }
        guard bytes[start...].starts(with: opening) else { return nil }
        let name = bytes[(start + opening.count)...].prefix(while: isNameByte)
        guard !name.isEmpty, bytes[name.endIndex...].starts(with: closing) else { return nil }
        let whole = bytes[start..<(name.endIndex + closing.count)]
        return Placeholder(name: name, whole: whole, isBracketed: opening.count == 1)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_-.:".utf8.contains(byte)
        }
    }

    private static func value(of found: Placeholder, _ values: MacroValues, _ context: Macro.Context?) -> String? {
        if found.isBracketed, let macro = Macro(rawValue: String(decoding: found.name, as: UTF8.self)) {
            guard context.map(macro.contexts.contains) ?? true else { return nil }
            return values.encoded(macro)
        }
        return values.encoded(placeholder: String(decoding: found.whole, as: UTF8.self))
    }
}
