/// Which recipient of a list is meant.
public enum RecipientAddress: Sendable, Hashable {
    /// The one with this `RECIPIENT_ID`.
    case id(Int64)
    /// The one with all of these values, by column name. Of several, the oldest.
    case values([String: String])
}
