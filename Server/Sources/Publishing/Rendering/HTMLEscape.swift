/// Text as it stands in HTML.
enum HTMLEscape {
    /// Good for element content and for quoted attribute values; characters that XML forbids are left out.
    static func text(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}": break
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
