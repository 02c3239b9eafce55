@testable import MarqueeEngage

/// Knows the id of the install and no id of its user.
struct InstallIdentity: EngageIdentitySource {
    let ids: EngageIDs

    init(_ install: String) {
        var ids = EngageIDs()
        ids.deviceID = install
        self.ids = ids
    }

    func observe(_ observer: @escaping @Sendable () -> Void) {}
}
