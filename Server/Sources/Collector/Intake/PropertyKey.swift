/// A property of events that a ``Projection`` reads: intake marks where its value lies, so that folding reads no JSON.
struct PropertyKey: Sendable, Hashable {
    /// The longest value that most projections read, in bytes.
    static let standardSize = 512

    /// As it stands in `properties`.
    let name: String
    /// Longer texts are not marked; in bytes, escapes included.
    let longest: Int
    /// Whether an event is rejected when the text is not ``MarqueeWire/ProgramText``.
    let isProgramText: Bool

    init(_ name: String, longest: Int = standardSize, isProgramText: Bool = false) {
        self.name = name
        self.longest = longest
        self.isProgramText = isProgramText
    }

    /// Why an event with another text is rejected.
    var plainRule: String { "the property \"\(name)\" holds control characters or marks without a letter" }
}
