/// Links by which people make accounts for themselves.
public protocol InvitationStore: Sendable {
    /// Makes an invitation.
    /// - Parameters:
    ///   - roles: what the account may do, at least one role.
    ///   - note: for whom it is, at most 200 bytes; may be empty.
    ///   - lifetime: a minute to 90 days; seven days is usual.
    /// - Throws: `invalid`.
    func create(roles: WingRoles, note: String, lifetime: Duration, by who: String)
        async throws(StoreError) -> IssuedInvitation

    /// All invitations, the newest first.
    func invitations() async throws(StoreError) -> [Invitation]

    /// The invitation of a link, in whatever state it is; `nil` for a link that was never made.
    func invitation(token: String) async throws(StoreError) -> Invitation?

    /// Makes the account of an invitation, which is used up.
    /// - Throws: `notFound` when the link does not work, or no longer; `alreadyExists` for a name that somebody has,
    ///   `invalid` for an impossible name or password: the invitation is still open then.
    func accept(token: String, name: String, password: String) async throws(StoreError) -> AccountRecord

    /// Makes an open invitation worthless.
    /// - Throws: `notFound` when it is not open.
    func revoke(_ id: String, by who: String) async throws(StoreError)
}
