/// Text inside CDATA that was encoded for XML nevertheless.
enum EntityText {
    /// Decodes the five entities of XML and numeric references once. All other text stays.
    static func decoded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let body = rest[start...].dropFirst()
            if let end = body.prefix(longest).firstIndex(of: ";"), let scalar = scalar(Substring(body[..<end])) {
                result.append(scalar)
                rest = body[end...].dropFirst()
            } else {
                result.append("&")
                rest = body
            }
        }
        return String(result + rest)
    }

    /// Encodes the characters that ``decoded(_:)`` decodes.
    static func encoded(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The length of `#x10FFFF;`.
    private static let longest = 9

    private static let named: [Substring: Unicode.Scalar] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
    ]

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        if let scalar = named[name] { return scalar }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init)
    }
}
