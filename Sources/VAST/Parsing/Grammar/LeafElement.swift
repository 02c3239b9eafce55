/// An open element with only text and attributes. Elements inside are ignored.
final class LeafElement: OpenElement {
    private let attributes: [String: String]
    private let store: (Leaf) -> Void
    private var text = ""

    init(_ attributes: [String: String], store: @escaping (Leaf) -> Void) {
        self.attributes = attributes
        self.store = store
    }

    var takesText: Bool { true }

    func append(_ piece: String) {
        if text.isEmpty { text = piece } else { text += piece }
    }

    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)? { nil }

    func close(in context: ReadingContext) -> String? {
        store(Leaf(text, Attributes(attributes), scheme: context.scheme))
        return nil
    }
}
