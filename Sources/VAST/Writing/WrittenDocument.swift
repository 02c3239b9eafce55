/// A document as a server sends it, and what its version could not take.
public struct WrittenDocument: Sendable, Hashable {
    /// The document, to be sent as UTF-8.
    public let text: String
    /// The parts that were left out, by their paths: `VAST/Ad[0]/InLine/ViewableImpression`.
    public let omissions: [String]
}
