import PlatformStore

/// The one place that answers what a person may do.
extension Visit {
    /// The person's role in a wing; `nil` when the wing is closed to them.
    func role(in wing: Wing) -> Role? { session.account.roles[wing] }

    /// Whether the person has at least this role in a wing.
    func may(_ role: Role, in wing: Wing) -> Bool { self.role(in: wing).map { $0 >= role } ?? false }

    /// - Throws: ``PortalError`` with `notAllowed`, in words for the person who has another role.
    func require(_ role: Role, in wing: Wing) throws(PortalError) {
        guard !may(role, in: wing) else { return }
        let message =
            switch role {
            case .viewer: "This account has no access to this part of the portal."
            case .editor: "This account may look, but not change anything."
            case .owner: "Only an owner of this part of the portal may do this."
            }
        throw PortalError(.notAllowed, message)
    }
}
