/// An XML element that this library does not interpret, kept as it is.
public struct Element: Sendable, Hashable {
    /// What stands between an element's tags.
    public enum Node: Sendable, Hashable {
        /// An element below.
        case element(Element)
        /// Character data, CDATA included.
        case text(String)
    }

    /// Without namespace prefix.
    public var name: String
    /// By name, without namespace prefix.
    public var attributes: [String: String]
    /// In the document's order.
    public var content: [Node]

    /// Makes an element.
    public init(name: String, attributes: [String: String] = [:], content: [Node] = []) {
        self.name = name
        self.attributes = attributes
        self.content = content
    }

    /// The elements directly below, in order.
    public var children: [Element] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The first element directly below of that name, whatever its case.
    public func child(_ name: String) -> Element? {
        children.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Its own character data, without white space around it.
    public var text: String {
        content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }.trimmed
    }
}
