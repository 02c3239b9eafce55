/// A part of a plan with the document it came from.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The part.
    public var value: Value
    /// Its document.
    public var origin: Origin

    /// Joins a part with its document.
    public init(_ value: Value, from origin: Origin) {
        self.value = value
        self.origin = origin
    }
}
