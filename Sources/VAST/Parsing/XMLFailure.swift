internal import Foundation

/// What the XML parser's error numbers mean to people.
enum XMLFailure {
    /// Namespaces without declaration and the like, which are no error of XML itself: prefixes play no part in VAST.
    private static let namespaces = 200...205
    /// Warnings: of entities, languages and namespace addresses.
    private static let warnings = 97...100

    /// A sentence for an error.
    /// - Returns: `nil` for what does not keep a document from being read.
    static func message(for error: NSError) -> String? {
        guard !namespaces.contains(error.code), !warnings.contains(error.code) else { return nil }
        let reason = reasons[error.code] ?? "XML error \(error.code)"
        return "The document is not well-formed: \(reason)."
    }

    private static let reasons: [Int: String] = [
        4: "it does not begin with a tag",
        5: "it ends too early, or something follows its root element",
        9: "a character is not allowed, or is not UTF-8",
        23: "an ampersand begins no complete reference",
        26: "an entity is not defined",
        38: "an attribute's value holds a less-than sign",
        39: "an attribute's value is not quoted",
        40: "an attribute's value does not end",
        41: "an attribute has no value",
        42: "an attribute is given twice",
        45: "a comment does not end",
        47: "an instruction does not end",
        62: "the end of a CDATA section stands in text",
        63: "a CDATA section does not end",
        64: "the XML declaration is not at the start, or is misspelt",
        65: "white space is missing",
        68: "a name is missing",
        73: "a tag does not end",
        76: "tags do not match",
        77: "an element does not end",
        80: "two hyphens stand in a comment",
        111: "it ends within an element",
    ]
}
