import Hummingbird
import MarqueeWire
import PlatformStore

/// API tokens, which programs use instead of a password.
struct TokensRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let id: String
            let name: String
            let app: String
            let scopes: [String]
            let state: String
            let mark: String
            let lastUsed: String
            let madeBy: String
            let isValid: Bool
        }

        struct Scope: Sendable {
            let value: String
            let purpose: String
            let isChosen: Bool
        }

        struct App: Sendable {
            let value: String
            let label: String
            let isChosen: Bool
        }

        let frame: PageFrame
        /// The text of the token that was just made.
        let text: String?
        let rows: [Row]
        let isEmpty: Bool
        let name: String
        let scopes: [Scope]
        let apps: [App]
    }

    private static let allApps = ""
    private static let days = 1...3650

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("tokens", needs: .owner) { request, _, visit in
            let isRevoked = request.uri.queryParameters["done"] != nil
            return try await list(
                visit, notice: isRevoked ? .init(kind: "good", text: "The token is revoked.") : nil)
        }
        routes.post("tokens", needs: .owner) { _, _, visit, form in try await make(form, visit) }
        routes.get("tokens/:token/revoke", needs: .owner) { _, context, visit in
            try await confirm(try context.parameters.require("token"), visit)
        }
        routes.post("tokens/revoke", needs: .owner) { _, _, visit, form in
            try await wing.credentials.revokeToken(form["token"], by: visit.who)
            return PortalDesk.redirect("/portal/tokens?done=revoked")
        }
    }

    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            let days = form.number("days", in: Self.days)
            guard days != nil || form["days"].isEmpty else {
                throw PortalError(.invalidField, "A token is valid for 1 to 3650 days, or without an end.")
            }
            let issued = try await wing.credentials.createToken(
                name: form["name"], app: form.optional("token-app"), scopes: Self.scopes(form),
                lifetime: days.map { .seconds($0 * 86_400) }, by: visit.who)
            let notice = PageFrame.Notice(kind: "good", text: "The token “\(issued.token.name)” is created.")
            return try await list(visit, notice: notice, text: issued.text)
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await list(visit, notice: notice, form: form, status: .badRequest)
        }
    }

    private func confirm(_ id: String, _ visit: Visit) async throws -> Response {
        let now = desk.now()
        guard let token = try await wing.credentials.tokens().first(where: { $0.id == id && $0.isValid(at: now) })
        else {
            throw PortalError(.notFound, "There is no token \(id) to revoke.")
        }
        let page = ConfirmPage(
            frame: desk.frame("Revoke “\(token.name)”?", at: "/portal/tokens", visit),
            text: "Every program that shows this token is shut out at once:",
            losses: ["its scopes: \(token.scopes.sorted().map(\.rawValue).joined(separator: ", "))"],
            action: "/portal/tokens/revoke", fields: [.init(name: "token", value: token.id)],
            button: "Revoke the token", back: "/portal/tokens",
            remark: token.lastUsed.map { "It was used last on \(LocalTime.text($0)) (UTC)." } ?? "It was never used.")
        return try desk.page(page, "confirm")
    }

    private static func scopes(_ form: FormFields) -> Set<APIScope> {
        Set(APIScope.allCases.filter { form.has("scope.\($0.rawValue)") })
    }

    private func list(
        _ visit: Visit, notice: PageFrame.Notice?, text: String? = nil, form: FormFields? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let now = desk.now()
        let chosen = form.map(Self.scopes) ?? []
        let rows = try await wing.credentials.tokens().map { Self.row($0, at: now) }
        let apps = visit.apps.map { app in
            Page.App(value: app.id, label: app.name, isChosen: (form?["token-app"] ?? visit.app?.id) == app.id)
        }
        let page = Page(
            frame: desk.frame(
                "API tokens", subtitle: "What programs show instead of a password", at: "/portal/tokens", visit,
                notice: notice),
            text: text, rows: rows, isEmpty: rows.isEmpty, name: form?["name"] ?? "",
            scopes: APIScope.allCases.map {
                .init(value: $0.rawValue, purpose: $0.purpose, isChosen: chosen.contains($0))
            },
            apps: apps + [.init(value: Self.allApps, label: "All apps", isChosen: form?["token-app"] == Self.allApps)])
        return try desk.page(page, "tokens", status: status)
    }

    private static func row(_ token: APIToken, at now: Timestamp) -> Page.Row {
        let isValid = token.isValid(at: now)
        let end = token.expires.map { "until \(LocalTime.text($0))" } ?? "no end"
        return Page.Row(
            id: token.id, name: token.name, app: token.app ?? "all", scopes: token.scopes.sorted().map(\.rawValue),
            state: isValid ? end : token.revoked != nil ? "revoked" : "expired", mark: isValid ? "ok" : "expired",
            lastUsed: token.lastUsed.map { LocalTime.text($0) } ?? "never", madeBy: token.madeBy, isValid: isValid)
    }
}
