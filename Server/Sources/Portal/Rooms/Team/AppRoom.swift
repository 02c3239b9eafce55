import Hummingbird
import MarqueeWire
import PlatformStore

/// One app, with the secrets that it signs requests with.
struct AppRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let app: String
            let id: String
            let made: String
            let madeBy: String
            let state: String
            let mark: String
            let isValid: Bool
        }

        let frame: PageFrame
        let id: String
        let made: String
        /// The text of the secret that was just made.
        let text: String?
        let rows: [Row]
        let isEmpty: Bool
        let hasValid: Bool
    }

    private static let graceDays = 0...90

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("apps/:app", needs: .owner) { request, context, visit in
            let isRevoked = request.uri.queryParameters["done"] != nil
            return try await show(
                try visit.about(try context.parameters.require("app")),
                notice: isRevoked ? .init(kind: "good", text: "The secret is revoked.") : nil)
        }
        routes.get("apps/:app/secrets/:secret/revoke", needs: .owner) { _, context, visit in
            let visit = try visit.about(try context.parameters.require("app"))
            return try await confirm(try context.parameters.require("secret"), visit)
        }
        routes.post("apps/secrets", needs: .owner) { _, _, visit, _ in
            try await issue(visit) { () throws(StoreError) in
                try await wing.credentials.createSecret(app: try Self.id(visit), by: visit.who)
            }
        }
        routes.post("apps/secrets/rotate", needs: .owner) { _, _, visit, form in
            guard let days = form.number("grace", in: Self.graceDays) else {
                throw PortalError(.invalidField, "The grace period is 0 to 90 days.")
            }
            return try await issue(visit) { () throws(StoreError) in
                try await wing.credentials.rotateSecrets(
                    app: try Self.id(visit), grace: .seconds(days * 86_400), by: visit.who)
            }
        }
        routes.post("apps/secrets/revoke", needs: .owner) { _, _, visit, form in
            let app = try visit.id()
            try await wing.credentials.revokeSecret(form["secret"], app: app, by: visit.who)
            return PortalDesk.redirect("/portal/apps/\(app)?done=revoked")
        }
    }

    private func issue(_ visit: Visit, _ work: () async throws(StoreError) -> IssuedSecret) async throws -> Response {
        do {
            let issued = try await work()
            return try await show(
                visit, notice: .init(kind: "good", text: "The secret \(issued.secret.id) is created."),
                text: issued.text)
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await show(visit, notice: notice, status: .badRequest)
        }
    }

    private static func id(_ visit: Visit) throws(StoreError) -> String {
        guard let app = visit.app else { throw StoreError(.notFound, "there is no app yet") }
        return app.id
    }

    private func show(
        _ visit: Visit, notice: PageFrame.Notice?, text: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let app = visit.app else { throw PortalError(.noApp, "There is no app yet.") }
        let now = desk.now()
        let rows = try await wing.credentials.secrets(app: app.id).map { Self.row($0, at: now) }
        let page = Page(
            frame: desk.frame(app.name, subtitle: "The app’s secrets", at: "/portal/apps", visit, notice: notice),
            id: app.id, made: LocalTime.text(app.created), text: text, rows: rows, isEmpty: rows.isEmpty,
            hasValid: rows.contains(where: \.isValid))
        return try desk.page(page, "app", status: status)
    }

    private func confirm(_ id: String, _ visit: Visit) async throws -> Response {
        let (app, now) = (try visit.id(), desk.now())
        guard
            let secret = try await wing.credentials.secrets(app: app).first(where: {
                $0.id == id && $0.isValid(at: now)
            })
        else { throw PortalError(.notFound, "There is no secret \(id) to revoke.") }
        let page = ConfirmPage(
            frame: desk.frame("Revoke the secret \(secret.id)?", at: "/portal/apps", visit),
            text: "From now on the server refuses what is signed with this secret:",
            losses: ["signed requests of every installed app that carries it"],
            action: "/portal/apps/secrets/revoke",
            fields: [.init(name: "app", value: app), .init(name: "secret", value: secret.id)],
            button: "Revoke the secret", back: "/portal/apps/\(app)",
            remark: "Rotating gives installed apps days to get a new version.")
        return try desk.page(page, "confirm")
    }

    private static func row(_ secret: AppSecret, at now: Timestamp) -> Page.Row {
        let isValid = secret.isValid(at: now)
        let state =
            switch (isValid, secret.revoked, secret.expires) {
            case (true, _, nil): "current"
            case (true, _, let end): "until \(LocalTime.text(end))"
            case (false, nil, _): "ended"
            case (false, _, _): "revoked"
            }
        return Page.Row(
            app: secret.app, id: secret.id, made: LocalTime.text(secret.created), madeBy: secret.madeBy, state: state,
            mark: !isValid ? "expired" : secret.expires == nil ? "ok" : "careful", isValid: isValid)
    }
}
