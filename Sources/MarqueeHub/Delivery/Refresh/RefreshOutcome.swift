/// How a refresh ended.
///
/// A failure is an outcome and is not thrown: the stored release does not change.
public enum RefreshOutcome: Sendable {
    /// A newer release is stored. The next presentation shows it. `bytes` is the number of received body bytes.
    case updated(version: Int, bytes: Int)
    /// Nothing is newer than the stored release. `bytes` is the number of received body bytes.
    case unchanged(bytes: Int)
    /// The refresh failed. The stored release did not change.
    case failed(RefreshError)

    /// Why the refresh failed; `nil` when it succeeded.
    public var error: RefreshError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
