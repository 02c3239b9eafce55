import PlatformStore

/// The one place that answers what a person may do.
extension Visit {
    /// The person's role in a wing; `nil` when the wing is closed to them.
    func role(in wing: Wing) -> Role? { session.account.roles[wing] }

    /// Whether the person has at least this role in a wing.
    func may(_ role: Role, in wing: Wing) -> Bool { self.role(in: wing).map { $0 >= role } ?? false }

    /// The highest role that the person may give somebody else in a wing; `nil` for none.
    ///
    /// Owners of the team give every role. Editors of the team invite others to what they do themselves, and make nobody
    /// an owner.
    func highestGrant(in wing: Wing) -> Role? {
        if may(.owner, in: .team) { return .owner }
        guard may(.editor, in: .team), let own = role(in: wing) else { return nil }
        return min(own, .editor)
    }

    /// - Throws: ``PortalError`` with `notAllowed` for roles above those that the person may give.
    func requireGrant(of roles: WingRoles) throws(PortalError) {
        for (wing, role) in roles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let highest = highestGrant(in: wing), role <= highest else {
                throw PortalError(
                    .notAllowed, "Only an owner of the team may make somebody \(role.rawValue) of \(wing.rawValue).")
            }
        }
    }

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
