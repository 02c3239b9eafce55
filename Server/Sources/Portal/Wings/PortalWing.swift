import PlatformStore

/// One capability's part of the portal: its rooms, its entries in the menu, its scripts, and the name that roles are
/// given under.
///
/// A wing is a value that holds the stores its rooms use and nothing else. `PortalRoutes` makes one of each.
protocol PortalWing: Sendable {
    /// What roles in this wing are called by.
    var wing: Wing { get }
    /// Its part of the menu, in the order of the page.
    var menu: [MenuSection] { get }
    /// Names of files in `Assets` that the pages of this wing load after `portal.js`.
    var scripts: [String] { get }
    /// Its rooms, each a group of routes below `/portal`.
    func rooms(_ desk: PortalDesk) -> [any PortalRoom]
}

extension PortalWing {
    var scripts: [String] { [] }
}

/// Entries of the menu under one heading.
struct MenuSection: Sendable {
    /// `nil` for entries that need none, such as the home page.
    let heading: String?
    let entries: [MenuEntry]
}

/// A page in the menu.
struct MenuEntry: Sendable {
    let address: String
    let name: String
    /// People with a lower role in the wing do not see the entry.
    var needs: Role = .viewer
}
