import MarqueeWire
import PlatformStore

/// One request of a signed-in person: who it is, and which app the pages are about.
struct Visit: Sendable {
    let session: Session
    /// In the order of their ids.
    let apps: [AppRecord]
    /// The chosen one, or the first; `nil` while there is none.
    var app: AppRecord?
    /// The wing whose room answers; `nil` outside all wings.
    var wing: Wing?

    /// The name that changes are recorded under.
    var who: String { session.account.name }

    /// Whether the person has at least this role in the wing whose room answers.
    func may(_ role: Role) -> Bool { wing.map { may(role, in: $0) } ?? false }

    /// The visit as the rooms of a wing see it.
    func inside(_ wing: Wing) -> Visit {
        var visit = self
        visit.wing = wing
        return visit
    }

    /// The visit of a page that says which app it is about: choosing another one in a second window changes nothing there.
    func about(_ id: String?) throws(PortalError) -> Visit {
        guard let id else { return self }
        guard let app = apps.first(where: { $0.id == id }) else {
            throw PortalError(.notFound, "There is no app \(id).")
        }
        var visit = self
        visit.app = app
        return visit
    }

    /// What is published for the app.
    func scope() throws -> Scope { try Scope(app: try id()) }

    /// The app's id.
    func id() throws(PortalError) -> String {
        guard let app else {
            throw PortalError(
                .noApp,
                "Everything here belongs to an app. Create one, or import content: marquee content import FOLDER --hub NAME"
            )
        }
        return app.id
    }
}
