/// The text and attributes of an element without child elements.
struct Leaf {
    /// All pieces joined, without surrounding white space.
    let text: String
    let attributes: Attributes
    let scheme: String?

    /// - Parameter scheme: the scheme of the document's own address, if known.
    init(_ text: String, _ attributes: Attributes, scheme: String?) {
        self.text = text.trimmed
        self.attributes = attributes
        self.scheme = scheme
    }

    /// The text as an address. An address that begins with `//` gets the document's scheme. `nil` when there is no
    /// text.
    var url: URLTemplate? {
        guard let scheme, text.hasPrefix("//") else { return URLTemplate(text) }
        return URLTemplate(scheme + ":" + text)
    }

    /// The text as an address if it is nothing but a web address; otherwise `nil`.
    var bareAddress: URLTemplate? {
        guard let url, !text.utf8.contains(where: { XMLByte.isSpace($0) || $0 == XMLByte.lessThan }) else { return nil }
        return AddressPolicy.web.admits(url) ? url : nil
    }

    /// The text; `nil` when it is empty.
    var nonEmpty: String? { text.isEmpty ? nil : text }

    /// The text, decoded once more if an attribute states that it was encoded twice; `nil` when it is empty.
    var decoded: String? {
        guard wasEncoded else { return nonEmpty }
        let decoded = EntityText.decoded(text).trimmed
        return decoded.isEmpty ? nil : decoded
    }

    /// Whether the text was encoded before it was written into the document.
    var wasEncoded: Bool { attributes.bool("xmlencoded") ?? false }

    /// The address with the `id` attribute; `nil` when there is no address.
    var click: Click? { url.map { Click(id: attributes["id"], url: $0) } }
}
