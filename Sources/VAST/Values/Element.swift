extension Extension {
    /// An XML element that the library does not interpret. It is kept unchanged.
    public struct Element: Sendable, Hashable {
        /// The content between an element's tags.
        public enum Node: Sendable, Hashable {
            /// A child element.
            case element(Element)
            /// Character data, including CDATA.
            case text(String)
        }

        /// The name without its namespace prefix.
        public var name: String
        /// The attributes by name, without namespace prefixes.
        public var attributes: [String: String]
        /// In the document's order.
        public var content: [Node]

        /// Names have no namespace prefix.
        public init(name: String, attributes: [String: String] = [:], content: [Node] = []) {
            self.name = name
            self.attributes = attributes
            self.content = content
        }

        /// The child elements, in order.
        public var children: [Element] {
            content.compactMap { if case .element(let element) = $0 { element } else { nil } }
        }

        /// The first child element with the name, compared without case.
        public func child(_ name: String) -> Element? {
            children.first { $0.name.lowercased() == name.lowercased() }
        }

        /// The element's own character data, without surrounding white space.
        public var text: String {
            content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }.trimmed
        }
    }
}
