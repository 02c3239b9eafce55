/// What became of a recipient that was added or updated.
public struct StoredRecipient: Sendable, Hashable {
    /// `RECIPIENT_ID`.
    public let id: Int64
    /// Whether it was not there before.
    public let isNew: Bool
}
