/// The three signed documents, with the size each may have.
///
/// Manifests and objects are named by hash and need no signature of their own.
public enum DocumentType: String, Sendable, Codable, CaseIterable {
    /// Keys, roles, thresholds (see ``Root``).
    case root
    /// The short-lived state of a stream (see ``Fresh``).
    case fresh
    /// What a release consists of (see ``Release``).
    case release

    /// The most bytes a whole signed document may have on the wire.
    public var maximumSize: Int {
        switch self {
        case .root: 256 * 1024
        case .fresh: 16 * 1024
        case .release: 1024 * 1024
        }
    }
}
