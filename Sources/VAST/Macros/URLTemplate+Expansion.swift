extension URLTemplate {
    /// The address to be requested: each known `[NAME]` replaced once, values not searched again.
    ///
    /// Names are case-sensitive. Names outside the list of 4.3 stay, as do brackets that hold none. A space inside
    /// becomes `%20`, since the standard is silent and a URL may not hold one; all else is kept byte for byte.
    public func expanded(with values: MacroValues) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var pending = text[...]
        while let open = pending.firstIndex(of: "[") {
            result += Self.withoutSpaces(pending[..<open])
            let rest = pending[pending.index(after: open)...]
            guard let stop = rest.firstIndex(where: { $0 == "]" || $0 == "[" }) else {
                return result + Self.withoutSpaces(pending[open...])
            }
            if rest[stop] == "]", let macro = Macro(rawValue: String(rest[..<stop])) {
                result += values.encoded(macro)
                pending = rest[rest.index(after: stop)...]
            } else {
                result += Self.withoutSpaces(pending[open..<stop])
                pending = rest[stop...]
            }
        }
        return result + Self.withoutSpaces(pending)
    }

    private static func withoutSpaces(_ text: Substring) -> String {
        text.contains(" ")
            ? text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20") : String(text)
    }
}
