internal import Foundation

/// Sentences for the error numbers of the XML parser.
enum XMLFailure {
    /// Undeclared namespaces and similar problems. They are no errors of XML itself, and VAST does not use prefixes.
    private static let namespaces = 200...205
    /// Warnings about entities, languages and namespace addresses.
    private static let warnings = 97...100

    /// Returns a sentence for an error; `nil` for a problem that does not stop a document from being read.
    static func message(for error: NSError) -> String? {
        guard !namespaces.contains(error.code), !warnings.contains(error.code) else { return nil }
        return sentence(reasons[error.code] ?? "XML error \(error.code)")
    }

    /// An error that was found before the XML parser runs.
    static func error(_ reason: String, column: Int = 1) -> ParseError {
        ParseError(.malformedDocument, sentence(reason), line: 1, column: column)
    }

    private static func sentence(_ reason: String) -> String { "The document is not well-formed: \(reason)." }

    private static let reasons: [Int: String] = [
        4: "it does not begin with a tag",
        5: "it ends too early, or something follows its root element",
        6: "a reference to a character has no number",
        7: "a reference to a character has no number",
        8: "a reference names no valid character",
        9: "a character is not allowed, or is not UTF-8",
        23: "an ampersand does not begin a complete reference",
        26: "an entity is not defined",
        38: "an attribute's value holds a less-than sign",
        39: "an attribute's value is not quoted",
        40: "an attribute's value does not end",
        41: "an attribute has no value",
        42: "an attribute occurs twice",
        45: "a comment does not end",
        46: "an instruction has no name",
        47: "an instruction does not end",
        57: "the XML declaration does not end",
        62: "the end of a CDATA section occurs in text",
        63: "a CDATA section does not end",
        64: "the XML declaration is not at the start, or is misspelt",
        65: "white space is missing",
        68: "a name is missing",
        73: "a tag does not end",
        75: "an equals sign is missing",
        76: "tags do not match",
        77: "an element does not end",
        78: "standalone in the XML declaration is neither yes nor no",
        79: "the XML declaration names no encoding",
        80: "a comment contains two hyphens",
        81: "its encoding is not supported",
        96: "the XML declaration has no version",
        108: "the version of XML is not 1",
        110: "a name is too long",
    ]
}
