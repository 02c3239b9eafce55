/// The three signed documents, with their size limits.
///
/// Manifests and objects are identified by hash and need no signature of their own.
public enum DocumentType: String, Sendable, Codable, CaseIterable {
    /// Keys, roles, thresholds (see ``Root``).
    case root
    /// The short-lived state of a stream (see ``Fresh``).
    case fresh
    /// The content of a release (see ``Release``).
    case release

    /// The largest size of a whole signed document in bytes.
    public var maximumSize: Int {
        switch self {
        case .root: 256 * 1024
        case .fresh: 16 * 1024
        case .release: 1024 * 1024
        }
    }
}
