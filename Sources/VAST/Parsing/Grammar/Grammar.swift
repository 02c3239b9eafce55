/// How an element becomes a value: its attributes, the elements it may contain, and those it must contain.
///
/// If a document has several elements where one is allowed, the first one with a value counts.
struct Grammar<Value>: Sendable {
    /// Creates the value from the attributes.
    let start: @Sendable (Attributes) -> Value
    /// The elements that it may contain. All others are ignored.
    let children: Children<Value>
    /// The parts that a strict parser requires.
    let required: [Requirement<Value>]
    /// Completes the value when the element ends.
    let finish: (@Sendable (inout Value, ReadingContext) -> Void)?

    init(
        _ start: @escaping @Sendable (Attributes) -> Value, children: Children<Value>,
        required: [Requirement<Value>] = [], finish: (@Sendable (inout Value, ReadingContext) -> Void)? = nil
    ) {
        self.start = start
        self.children = children
        self.required = required
        self.finish = finish
    }
}

/// A part that an element must have.
struct Requirement<Value>: Sendable {
    /// The name of the part and its element: `AdTitle of an InLine`.
    let part: String
    /// The first version that requires it.
    let since: Document.Version
    let isMet: @Sendable (Value) -> Bool

    init(_ part: String, since: Document.Version = Document.Version(2, 0), isMet: @escaping @Sendable (Value) -> Bool) {
        self.part = part
        self.since = since
        self.isMet = isMet
    }
}
