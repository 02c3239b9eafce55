import PlatformStore

/// A session in a list.
struct SessionRow: Sendable {
    let id: String
    let account: String
    let since: String
    let lastSeen: String
    let address: String
    let browser: String
    let isThis: Bool

    /// - Parameter own: the id of the session that asks.
    init(_ session: SessionRecord, own: String) {
        id = session.id
        account = session.account
        since = LocalTime.text(session.created)
        lastSeen = LocalTime.text(session.lastSeen)
        address = session.address.isEmpty ? "unknown" : session.address
        browser = BrowserName.text(session.userAgent)
        isThis = session.id == own
    }
}
