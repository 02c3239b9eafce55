/// An open element whose children belong to the surrounding element.
final class GroupElement<Value>: OpenElement {
    private let parent: Frame<Value>
    private let children: Children<Value>

    init(_ parent: Frame<Value>, _ children: Children<Value>) {
        self.parent = parent
        self.children = children
    }

    var takesText: Bool { false }

    func append(_ text: String) {}

    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)? {
        children[name]?.open(parent, name, attributes)
    }

    func close(in context: ReadingContext) -> String? { nil }
}
