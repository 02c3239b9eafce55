/// Writes elements of XML, with every name checked and every text escaped.
struct EnvelopeWriter {
    private(set) var xml = ""

    /// An element with what `content` writes.
    mutating func element(
        _ name: String, _ content: (inout EnvelopeWriter) throws(EngageError) -> Void
    ) throws(EngageError) {
        guard Self.isName(name) else {
            throw EngageError(.invalidParameters, "\"\(name.prefix(64))\" is not the name of an XML element")
        }
        xml += "<\(name)>"
        try content(&self)
        xml += "</\(name)>"
    }

    /// An element with text.
    mutating func text(_ name: String, _ value: String) throws(EngageError) {
        try element(name) { writer throws(EngageError) in try writer.escape(value) }
    }

    /// An element with an attribute `name`, and text in a CDATA section.
    mutating func cell(_ element: String, name: String, _ value: String) throws(EngageError) {
        xml += "<\(element) name=\""
        try escape(name)
        xml += "\"><![CDATA["
        try requireCharacters(value)
        for scalar in value.unicodeScalars {
            // A section cannot hold its own end. A parser would read a carriage return as a line feed.
            switch scalar {
            case ">" where xml.utf8.suffix(2).elementsEqual("]]".utf8): xml += "]]><![CDATA[>"
            case "\r": xml += "]]>&#13;<![CDATA["
            default: xml.unicodeScalars.append(scalar)
            }
        }
        xml += "]]></\(element)>"
    }

    /// Text for an element or an attribute.
    private mutating func escape(_ text: String) throws(EngageError) {
        try requireCharacters(text)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": xml += "&amp;"
            case "<": xml += "&lt;"
            case ">": xml += "&gt;"
            case "\"": xml += "&quot;"
            case "'": xml += "&apos;"
            case "\r", "\n", "\t": xml += "&#\(scalar.value);"
            default: xml.unicodeScalars.append(scalar)
            }
        }
    }

    private func requireCharacters(_ text: String) throws(EngageError) {
        guard let wrong = text.unicodeScalars.first(where: { !Self.isCharacter($0) }) else { return }
        let number = String(wrong.value, radix: 16, uppercase: true)
        throw EngageError(.invalidParameters, "a value has the character U+\(number), which XML cannot carry")
    }

    /// XML 1.0, section 2.2.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The ASCII part of XML 1.0, section 2.3, without the colon of namespaces.
    static func isName(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count), let first = text.unicodeScalars.first else { return false }
        let isLetter = { (scalar: Unicode.Scalar) in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
        }
        return isLetter(first)
            && text.unicodeScalars.allSatisfy {
                isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "."
            }
    }
}
