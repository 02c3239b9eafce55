/// The outcome of ``Recipients/checkIdentity(_:)``.
public struct CheckedIdentity: Sendable, Hashable {
    /// The app's recipient now.
    public let recipientID: String
    /// The recipient that was given up for it; `nil` if there was no merge.
    public let mergedRecipientID: String?
    /// The mobile user id now.
    public let mobileUserID: String
}
