/// The id of a creative in a registry (from 4.0 on). In 4.0 the value is in an attribute, later in the element.
public struct UniversalAdID: Sendable, Hashable {
    /// The address of the registry; `unknown` when missing.
    public var registry: String
    /// The id; `unknown` when missing.
    public var value: String

    /// Write `unknown` for a missing registry or value.
    public init(registry: String, value: String) {
        self.registry = registry
        self.value = value
    }
}
