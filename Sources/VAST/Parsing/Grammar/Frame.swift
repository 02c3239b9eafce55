/// An open element with a value of its own.
final class Frame<Value>: OpenElement {
    var value: Value
    private let grammar: Grammar<Value>
    private let store: (Value) -> Void

    init(_ grammar: Grammar<Value>, _ attributes: Attributes, store: @escaping (Value) -> Void) {
        self.grammar = grammar
        self.store = store
        value = grammar.start(attributes)
    }

    var takesText: Bool { false }

    func append(_ text: String) {}

    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)? {
        grammar.children[name]?.open(self, name, attributes)
    }

    func close(in context: ReadingContext) -> String? {
        grammar.finish?(&value, context)
        store(value)
        guard let version = context.strictVersion else { return nil }
        let missing = grammar.required.first { $0.since <= version && !$0.isMet(value) }
        return missing.map { "Version \(version) requires \($0.part)." }
    }
}
