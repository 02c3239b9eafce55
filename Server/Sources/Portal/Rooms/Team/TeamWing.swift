import PlatformStore
import Publishing

/// The team and what belongs to the whole server: accounts, apps and the audit log.
struct TeamWing: PortalWing {
    let accounts: any AccountStore
    let apps: any AppStore
    let audit: any AuditLog
    /// Makes the keys of a new app.
    let keys: KeyCeremony

    init(platform: Platform, keys: KeyCeremony) {
        accounts = platform.accounts
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
                    MenuEntry(address: "/portal/accounts", name: "Accounts"),
                    MenuEntry(address: "/portal/apps", name: "Apps"),
                    MenuEntry(address: "/portal/audit", name: "Audit log"),
                ])
        ]
    }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            AccountsRoom(desk: desk, wing: self), AppsRoom(desk: desk, wing: self), AuditRoom(desk: desk, wing: self),
        ]
    }
}
