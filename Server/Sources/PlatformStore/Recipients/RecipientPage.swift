/// A page of a list's recipients, in the order of their ids.
public struct RecipientPage: Sendable {
    /// The recipients.
    public let recipients: [RecipientRecord]
    /// Continues the listing; `nil` at its end.
    public let next: Int64?

    /// Makes a page of what was found otherwise.
    public init(recipients: [RecipientRecord], next: Int64?) {
        self.recipients = recipients
        self.next = next
    }
}
