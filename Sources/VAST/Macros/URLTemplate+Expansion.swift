extension URLTemplate {
    /// The address as a URL, to be requested or opened: expanded, and percent-encoded where a URL demands it.
    ///
    /// Servers write quotes, bars and letters beyond ASCII, and a name in brackets that is no macro stays; some parsers
    /// of URLs refuse all of these, and a tracker would be lost. What is encoded already is not encoded again. See
    /// ``expanded(with:in:)`` for the macros. An address that still begins with `//`, since nobody said where its document
    /// came from, gets `https`.
    /// - Parameters:
    ///   - values: what is known now.
    ///   - context: what kind of address this is; `nil` replaces every macro.
    public func address(with values: MacroValues, in context: Macro.Context? = nil) -> String {
        let expanded = expanded(with: values, in: context)
        return Address.escaped(expanded.hasPrefix("//") ? "https:" + expanded : expanded)
    }

    /// The text of the address: each known `[NAME]` replaced once, values not searched again.
    ///
    /// Names are case-sensitive. Names outside the list of 4.3 stay, as do brackets that hold none. A space inside
    /// becomes `%20`, since the standard is silent and a URL may not hold one; all else is kept byte for byte.
    ///
    /// Brackets that are percent-encoded stay as well (`%5BCACHEBUSTING%5D`): the standard's macros have bare ones, and
    /// an encoded pair belongs to an address inside this one, whose macros are for whoever requests that.
    /// - Parameters:
    ///   - values: what is known now. `[CACHEBUSTING]` is not drawn here: set it anew for each address.
    ///   - context: what kind of address this is. A macro that is not defined there, such as `[REASON]` in an
    ///     impression, stays as it is; `nil` replaces every macro.
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

    /// A name cannot hold what opens a placeholder, so that every byte is looked at twice at most.
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
