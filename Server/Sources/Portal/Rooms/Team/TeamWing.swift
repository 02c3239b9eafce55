import PlatformStore
import Publishing

/// The team and what belongs to the whole server: accounts, invitations, credentials, apps and the audit log.
struct TeamWing: PortalWing {
    let accounts: any AccountStore
    let invitations: any InvitationStore
    let secondFactors: any SecondFactorStore
    let credentials: any CredentialStore
    let apps: any AppStore
    let audit: any AuditLog
    /// Makes the keys of a new app.
    let keys: KeyCeremony

    init(platform: Platform, keys: KeyCeremony) {
        accounts = platform.accounts
        invitations = platform.invitations
        secondFactors = platform.secondFactors
        credentials = platform.credentials
        apps = platform.apps
        audit = platform.audit
        self.keys = keys
    }

    var wing: Wing { .team }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Team",
                entries: [
                    MenuEntry(address: "/portal/accounts", name: "Accounts", needs: .owner),
                    MenuEntry(address: "/portal/invitations", name: "Invitations", needs: .editor),
                    MenuEntry(address: "/portal/tokens", name: "API tokens", needs: .owner),
                    MenuEntry(address: "/portal/apps", name: "Apps"),
                    MenuEntry(address: "/portal/audit", name: "Audit log"),
                ])
        ]
    }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            AccountsRoom(desk: desk, wing: self), AccountSessionsRoom(desk: desk, wing: self),
            InvitationsRoom(desk: desk, wing: self), OwnAccountRoom(desk: desk, wing: self),
            OwnFactorRoom(desk: desk, wing: self), TokensRoom(desk: desk, wing: self),
            AppsRoom(desk: desk, wing: self), AppRoom(desk: desk, wing: self), AuditRoom(desk: desk, wing: self),
        ]
    }
}
