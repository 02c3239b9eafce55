import MarqueeWire
import PlatformStore

/// One request of a signed-in person: who it is, and which app the pages are about.
struct Visit: Sendable {
    let session: Session
    /// In the order of their ids.
    let apps: [AppRecord]
    /// The chosen one, or the first; `nil` while there is none.
    var app: AppRecord?

    /// The name that changes are recorded under.
    var who: String { session.account.name }

    var mayChange: Bool { session.account.role != .viewer }

    var isAdministrator: Bool { session.account.role == .administrator }

    /// What is published for the app.
    func scope() throws -> Scope { try Scope(app: try id()) }

    /// The app's id.
    func id() throws(PortalError) -> String {
        guard let app else {
            throw PortalError(
                .noApp,
                "Everything here belongs to an app. Make one, or import content: marquee content import FOLDER --hub NAME"
            )
        }
        return app.id
    }
}
