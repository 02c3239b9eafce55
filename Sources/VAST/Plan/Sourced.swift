/// A part of a plan with the document that it comes from.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The part.
    public var value: Value
    /// The document of the part.
    public var origin: Origin

    /// `origin` is the document that contains `value`.
    public init(_ value: Value, from origin: Origin) {
        self.value = value
        self.origin = origin
    }
}
