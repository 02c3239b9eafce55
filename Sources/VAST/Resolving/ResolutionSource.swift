/// Where a resolution begins.
public enum ResolutionSource: Sendable, Hashable {
    /// An address to fetch the first document from.
    case tag(URLTemplate)
    /// A document that is at hand; `address` is where it came from, if that is known.
    case document(Document, address: String? = nil)
}
