/// A new invitation with the secret that stands in its link.
public struct IssuedInvitation: Sendable {
    /// What is listed from now on.
    public let invitation: Invitation
    /// Shown now and never again: only a hash is stored. A secret.
    public let token: String
}
