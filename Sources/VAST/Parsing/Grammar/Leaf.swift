/// What an element without elements says.
struct Leaf {
    /// All pieces joined, then without white space around.
    let text: String
    let attributes: Attributes

    init(_ text: String, _ attributes: Attributes) {
        self.text = text.trimmed
        self.attributes = attributes
    }

    /// The text as an address; `nil` when there is none.
    var url: URLTemplate? { URLTemplate(text) }

    /// The text; `nil` when there is none.
    var nonEmpty: String? { text.isEmpty ? nil : text }

    /// The text, decoded once more when an attribute says that it was encoded once more; `nil` when nothing is left.
    var decoded: String? {
        guard wasEncoded else { return nonEmpty }
        let decoded = EntityText.decoded(text).trimmed
        return decoded.isEmpty ? nil : decoded
    }

    /// Whether the text was encoded before it was written.
    var wasEncoded: Bool { attributes.bool("xmlencoded") ?? false }

    /// The address with the `id` attribute; `nil` when there is no address.
    var click: Click? { url.map { Click(id: attributes["id"], url: $0) } }
}
