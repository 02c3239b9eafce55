import Hummingbird
import PlatformStore
import Web

/// Everybody's own account: the password, the sessions, and whether there is a second factor.
struct OwnAccountRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let roles: String
        let rows: [SessionRow]
        let hasSecondFactor: Bool
        let codesLeft: Int
        let hasFewCodes: Bool
        /// Where the forms of the rows go.
        let action = "/portal/own/session/end"
    }

    /// What the page says after a change; the address names it.
    private static let notices = [
        "password": "Your password is changed. You are signed in here and nowhere else.",
        "session": "The session is ended.", "factor-off": "Your second factor is off.",
    ]
    /// From this number on the page says that recovery codes run out.
    private static let fewCodes = 3

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("own", needs: nil) { request, _, visit in
            let done = request.uri.queryParameters["done"].map(String.init) ?? ""
            return try await show(visit, notice: Self.notices[done].map { .init(kind: "good", text: $0) })
        }
        routes.post("own/password", needs: nil) { request, context, visit, form in
            let address = PeerAddress.origin(request, context, proxies: desk.reach.proxies)
            return try await changePassword(form, visit, desk.origin(request, address))
        }
        routes.post("own/session/end", needs: nil) { _, _, visit, form in
            try await wing.accounts.endSession(form["session"], of: visit.who, by: visit.who)
            return PortalDesk.redirect("/portal/own?done=session")
        }
        routes.post("own/sign-out-everywhere", needs: nil) { _, _, visit, _ in
            try await wing.accounts.signOutEverywhere(visit.who, by: visit.who)
            var response = PortalDesk.redirect("/portal/sign-in")
            desk.endSession(in: &response)
            return response
        }
    }

    /// The page, also for what ``OwnFactorRoom`` refuses.
    func show(_ visit: Visit, notice: PageFrame.Notice?, status: HTTPResponse.Status = .ok) async throws -> Response {
        let codes = try await wing.secondFactors.recoveryCodes(of: visit.who)
        let page = Page(
            frame: desk.frame(
                "My account", subtitle: visit.who, at: "/portal/own", visit, notice: notice),
            roles: visit.session.account.roles.words,
            rows: try await wing.accounts.sessions(of: visit.who).map { SessionRow($0, own: visit.session.id) },
            hasSecondFactor: visit.session.account.hasSecondFactor, codesLeft: codes,
            hasFewCodes: codes <= Self.fewCodes)
        return try desk.page(page, "own", status: status)
    }

    /// The page with the reason why a password was not taken.
    func refusal(_ error: StoreError, _ visit: Visit) async throws -> Response {
        switch error.code {
        case .refused:
            return try await show(
                visit, notice: .init(kind: "bad", text: "That is not your current password."), status: .forbidden)
        case .throttled: throw error
        default:
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await show(visit, notice: notice, status: .badRequest)
        }
    }

    private func changePassword(_ form: FormFields, _ visit: Visit, _ origin: SignInOrigin) async throws -> Response {
        do {
            let session = try await wing.accounts.changePassword(
                of: visit.who, from: form.raw("current"), to: form.raw("password"), origin: origin)
            var response = PortalDesk.redirect("/portal/own?done=password")
            desk.begin(session, in: &response)
            return response
        } catch {
            return try await refusal(error, visit)
        }
    }
}
