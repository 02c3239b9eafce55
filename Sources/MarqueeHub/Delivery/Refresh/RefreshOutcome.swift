/// How a refresh ended.
///
/// A refusal is an outcome, not an error: the stored release stays as it was.
public enum RefreshOutcome: Sendable {
    /// A newer release is stored and presented from the next presentation on. `bytes` counts every body byte received.
    case updated(version: Int, bytes: Int)
    /// Nothing newer than what is stored.
    case unchanged(bytes: Int)
    /// Nothing was changed, and why.
    case failed(RefreshError)

    /// Why it failed; `nil` when it did not.
    public var error: RefreshError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
