/// The start of a resolution.
public enum ResolutionSource: Sendable, Hashable {
    /// The address of the first document.
    case tag(URLTemplate)
    /// A document that the app has; `address` is where it came from, if known.
    case document(Document, address: String? = nil)
}
