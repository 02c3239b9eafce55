/// What an element without elements says.
struct Leaf {
    /// All pieces joined, then without white space around.
    let text: String
    let attributes: Attributes
    let scheme: String?

    /// - Parameter scheme: of the document's own address, if that is known.
    init(_ text: String, _ attributes: Attributes, scheme: String?) {
        self.text = text.trimmed
        self.attributes = attributes
        self.scheme = scheme
    }

    /// The text as an address, one that begins with `//` with the document's scheme; `nil` when there is none.
    var url: URLTemplate? {
        guard let scheme, text.hasPrefix("//") else { return URLTemplate(text) }
        return URLTemplate(scheme + ":" + text)
    }

    /// The text as an address where it is nothing but one of the web; `nil` for anything else.
    var bareAddress: URLTemplate? {
        guard let url, !text.utf8.contains(where: { XMLByte.isSpace($0) || $0 == XMLByte.lessThan }) else { return nil }
        return AddressPolicy.web.admits(url) ? url : nil
    }

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
