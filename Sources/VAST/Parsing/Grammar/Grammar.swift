/// How an element becomes a value: what its attributes say, what may stand in it, what must.
///
/// Where a document has several elements of a kind of which there may be one, the first that says something counts.
struct Grammar<Value>: Sendable {
    /// The value that the attributes alone make.
    let start: @Sendable (Attributes) -> Value
    /// What may stand in it; all else is passed over.
    let children: Children<Value>
    /// What a strict parser demands.
    let required: [Requirement<Value>]
    /// The last touch, at the element's end.
    let finish: (@Sendable (inout Value, Setting) -> Void)?

    init(
        _ start: @escaping @Sendable (Attributes) -> Value, children: Children<Value>,
        required: [Requirement<Value>] = [], finish: (@Sendable (inout Value, Setting) -> Void)? = nil
    ) {
        self.start = start
        self.children = children
        self.required = required
        self.finish = finish
    }
}

/// A part that an element must have.
struct Requirement<Value>: Sendable {
    /// Names the part within its element: `AdTitle of an InLine`.
    let part: String
    /// The first version that demands it.
    let since: Version
    let isMet: @Sendable (Value) -> Bool

    init(_ part: String, since: Version = Version(2, 0), isMet: @escaping @Sendable (Value) -> Bool) {
        self.part = part
        self.since = since
        self.isMet = isMet
    }
}
