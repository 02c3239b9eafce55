/// Text for an interactive creative, decoded when the document says that it was encoded for XML.
public struct AdParameters: Sendable, Hashable {
    /// As the creative wants it.
    public var text: String
    /// Whether the document carried it encoded.
    public var wasEncoded: Bool

    /// Makes parameters.
    public init(text: String, wasEncoded: Bool = false) {
        self.text = text
        self.wasEncoded = wasEncoded
    }
}
