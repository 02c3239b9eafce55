/// An open element that is kept unchanged with all its content. Nothing inside is read as a part of VAST.
///
/// White space between elements is removed, because it only indents.
final class KeptElement: OpenElement {
    private var element: Extension.Element
    private let store: (Extension.Element) -> Void
    private var text = ""

    init(_ name: String, _ attributes: [String: String], store: @escaping (Extension.Element) -> Void) {
        element = Extension.Element(name: name.localName, attributes: Self.withoutPrefixes(attributes))
        self.store = store
    }

    /// A name without a prefix comes before the same name with one. Among prefixed names the first in character order
    /// counts.
    private static func withoutPrefixes(_ attributes: [String: String]) -> [String: String] {
        guard attributes.keys.contains(where: { $0.contains(":") || $0 == "xmlns" }) else { return attributes }
        var kept: [String: String] = [:]
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) where !key.isNamespaceDeclaration {
            if kept[key.localName] == nil || !key.contains(":") { kept[key.localName] = value }
        }
        return kept
    }

    var takesText: Bool { true }

    func append(_ piece: String) { text += piece }

    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)? {
        flush()
        return KeptElement(name, attributes) { [self] child in element.content.append(.element(child)) }
    }

    func close(in context: ReadingContext) -> String? {
        flush()
        if !element.children.isEmpty {
            element.content.removeAll { if case .text(let text) = $0 { text.trimmed.isEmpty } else { false } }
        }
        store(element)
        return nil
    }

    private func flush() {
        guard !text.isEmpty else { return }
        element.content.append(.text(text))
        text = ""
    }
}
