/// Turns elements into text without additional white space, to keep documents small.
enum MarkupText {
    /// Appends an element.
    /// - Throws: ``WriteError`` for a name or a character that XML does not allow.
    static func append(_ markup: Markup, to text: inout String) throws(WriteError) {
        try check(name: markup.name, in: markup)
        text += "<\(markup.name)"
        for (name, value) in markup.attributes {
            try check(name: name, in: markup)
            try check(value, in: markup)
            text += " \(name)=\"\(escaped(value, inAttribute: true))\""
        }
        guard !markup.content.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        for content in markup.content {
            try append(content, of: markup, to: &text)
        }
        text += "</\(markup.name)>"
    }

    private static func append(_ content: Markup.Content, of markup: Markup, to text: inout String) throws(WriteError) {
        switch content {
        case .element(let child):
            try append(child, to: &text)
        case .text(let value):
            try check(value, in: markup)
            text += escaped(value, inAttribute: false)
        case .section(let value):
            try check(value, in: markup)
            // A parser would turn a carriage return in a section into a line feed.
            text += value.utf8.contains(0x0D) ? escaped(value, inAttribute: false) : section(value)
        }
    }

    /// Compares bytes, as parsers do. In Swift, a `>` followed by a combining mark is another `Character`; the end of
    /// the section would not be found.
    private static func section(_ value: String) -> String {
        var result = Array("<![CDATA[".utf8)
        for byte in value.utf8 {
            if byte == XMLByte.greaterThan, result.suffix(2).elementsEqual("]]".utf8) {
                result += "]]><![CDATA[".utf8
            }
            result.append(byte)
        }
        return String(decoding: result + Array("]]>".utf8), as: UTF8.self)
    }

    private static func escaped(_ value: String, inAttribute: Bool) -> String {
        var result = ""
        result.reserveCapacity(value.utf8.count)
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\r": result += "&#13;"
            case "\"" where inAttribute: result += "&quot;"
            case "\n" where inAttribute: result += "&#10;"
            case "\t" where inAttribute: result += "&#9;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func check(_ value: String, in markup: Markup) throws(WriteError) {
        let bad = value.unicodeScalars.first { scalar in
            let code = scalar.value
            return code < 0x20 && code != 0x09 && code != 0x0A && code != 0x0D || code == 0xFFFE || code == 0xFFFF
        }
        guard let bad else { return }
        let code = String(bad.value, radix: 16, uppercase: true)
        throw WriteError(.invalidValue, path: markup.name, message: "XML does not allow the character U+\(code).")
    }

    /// Letters, digits, `-`, `_` and `.`; the first character is a letter or `_`.
    private static func check(name: String, in markup: Markup) throws(WriteError) {
        let scalars = name.unicodeScalars
        let isName =
            scalars.first.map { $0.properties.isAlphabetic || $0 == "_" } == true
            && scalars.allSatisfy { scalar in
                "-_.".unicodeScalars.contains(scalar) || 0x30...0x39 ~= scalar.value
                    || scalar.properties.isAlphabetic && scalar.properties.isXIDContinue
            }
        guard isName else {
            throw WriteError(.invalidValue, path: markup.name, message: "\(name) cannot be a name in XML.")
        }
    }
}
