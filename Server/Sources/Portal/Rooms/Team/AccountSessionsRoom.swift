import Hummingbird
import MarqueeWire
import PlatformStore

/// Where somebody else is signed in, for owners of the team wing.
struct AccountSessionsRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let account: String
        let rows: [SessionRow]
        let isEmpty: Bool
        /// Where the forms of the rows go.
        let action = "/portal/accounts/sessions/end"
    }

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("accounts/sessions", needs: .owner) { request, _, visit in
            let query = try FormFields(request.uri.query ?? "")
            let isDone = query.has("done")
            return try await list(
                of: query.has("account") ? query.raw("account") : visit.who, visit,
                notice: isDone ? .init(kind: "good", text: "The session is ended.") : nil)
        }
        routes.post("accounts/sessions/end", needs: .owner) { _, _, visit, form in
            let account = form.raw("account")
            try await wing.accounts.endSession(form["session"], of: account, by: visit.who)
            return PortalDesk.redirect("/portal/accounts/sessions?done=1&account=\(PercentEncoding.encoded(account))")
        }
    }

    private func list(of account: String, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        guard try await wing.accounts.accounts().contains(where: { $0.name == account }) else {
            throw PortalError(.notFound, "There is no account of that name.")
        }
        let rows = try await wing.accounts.sessions(of: account).map { SessionRow($0, own: visit.session.id) }
        let page = Page(
            frame: desk.frame("Sessions", subtitle: "of \(account)", at: "/portal/accounts", visit, notice: notice),
            account: account, rows: rows, isEmpty: rows.isEmpty)
        return try desk.page(page, "account-sessions")
    }
}
