/// A creative's id in a registry (from 4.0 on; there the value stands in an attribute, later in the element).
public struct UniversalAdID: Sendable, Hashable {
    /// The registry's address; `unknown` when there is none.
    public var registry: String
    /// The id; `unknown` when there is none.
    public var value: String

    /// Makes an id.
    public init(registry: String, value: String) {
        self.registry = registry
        self.value = value
    }
}
