/// Writes XML: the one place where text becomes part of a document.
package struct XMLWriter: Sendable {
    /// The document so far.
    package private(set) var text = ""

    package init() {}

    /// An element with text in it. Names are fixed words.
    package mutating func element(_ name: String, _ value: String) {
        text += "<\(name)>"
        append(value)
        text += "</\(name)>"
    }

    /// An element with others in it.
    package mutating func element(_ name: String, _ content: (inout XMLWriter) throws -> Void) rethrows {
        text += "<\(name)>"
        try content(&self)
        text += "</\(name)>"
    }

    /// Escapes what is markup, and replaces what XML 1.0 cannot hold.
    private mutating func append(_ value: String) {
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\r": escaped += "&#13;".unicodeScalars
            case "\t", "\n", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                escaped.append(scalar)
            default: escaped.append("\u{FFFD}")
            }
        }
        text += String(escaped)
    }
}
