extension Address {
    /// The address with all characters percent-encoded that a URL cannot contain: quotes, the brackets of an unknown
    /// macro, a single `%`, non-ASCII letters. So no URL parser refuses an address that a server wrote. Text that is
    /// already encoded stays, and so does the host.
    static func escaped(_ address: String) -> String {
        let pathStart = endOfHost(in: address)
        var result = String(address[..<pathStart])
        var pending = address.unicodeScalars[pathStart...]
        while let scalar = pending.popFirst() {
            let isLone = scalar == "%" && !beginsWithHexDigits(pending)
            if isLone || !isAllowed(scalar) {
                result += PercentEncoding.component(String(scalar))
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func endOfHost(in address: String) -> String.Index {
        guard let scheme = scheme(of: address) else { return address.startIndex }
        let rest = address.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return address.startIndex }
        return rest.dropFirst(2).utf8.firstIndex { "/?#".utf8.contains($0) } ?? address.endIndex
    }

    private static func beginsWithHexDigits(_ text: Substring.UnicodeScalarView) -> Bool {
        let digits = text.prefix(2)
        return digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII, let byte = UInt8(exactly: scalar.value) else { return false }
        return isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=:@/?#%".utf8.contains(byte)
    }
}
