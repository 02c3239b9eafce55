/// A document as text, with the parts that its version does not have.
public struct WrittenDocument: Sendable, Hashable {
    /// The document, to be sent as UTF-8.
    public let text: String
    /// The paths of the parts that were left out, such as `VAST/Ad[0]/InLine/ViewableImpression`.
    public let omissions: [String]
}
