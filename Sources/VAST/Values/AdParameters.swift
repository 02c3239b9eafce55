/// A text for an interactive creative. It is decoded if the document states that it was encoded for XML.
public struct AdParameters: Sendable, Hashable {
    /// The decoded text.
    public var text: String
    /// Whether the text was encoded in the document.
    public var wasEncoded: Bool

    /// `text` is the decoded text.
    public init(text: String, wasEncoded: Bool = false) {
        self.text = text
        self.wasEncoded = wasEncoded
    }
}
