/// An element to be written.
struct Markup {
    enum Content {
        case element(Markup)
        case text(String)
        /// Text that is more readable unescaped: addresses and markup.
        case section(String)
    }

    var name: String
    var attributes: [(name: String, value: String)]
    var content: [Content]

    /// An element with child elements. Attributes without a value are left out.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [Markup] = []) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
        content = children.map { .element($0) }
    }

    /// An element with text.
    static func text(_ name: String, _ text: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> Markup {
        var markup = Markup(name, attributes)
        markup.content = [.text(text)]
        return markup
    }

    /// An element with an address or markup.
    static func section(_ name: String, _ text: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> Markup {
        var markup = Markup(name, attributes)
        markup.content = [.section(text)]
        return markup
    }

    static func url(_ name: String, _ url: URLTemplate, _ attributes: KeyValuePairs<String, String?> = [:]) -> Markup {
        section(name, url.text, attributes)
    }

    /// No element or one, for an optional address.
    static func url(_ name: String, _ url: URLTemplate?) -> [Markup] {
        url.map { [.url(name, $0)] } ?? []
    }

    /// An element around others; no element around none.
    static func group(_ name: String, _ children: [Markup]) -> [Markup] {
        children.isEmpty ? [] : [Markup(name, [:], children)]
    }

    /// An element that was kept unchanged.
    init(_ element: Extension.Element) {
        name = element.name
        attributes = element.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        content = element.content.map { node in
            switch node {
            case .element(let element): .element(Markup(element))
            case .text(let text): .text(text)
            }
        }
    }
}
