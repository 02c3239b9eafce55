import Foundation
import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// How an app reaches its account: clients with their secrets, the switch for universal events, and the limit of tokens.
struct ConnectionRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let id: String
            let name: String
            let state: String
            let mark: String
            let lastUsed: String
            let made: String
            let madeBy: String
            /// Where the client is revoked; `nil` for one that is revoked, and for people who may not.
            let revoke: String?
        }

        let frame: PageFrame
        let steps: [ConnectionStep]
        let isReady: Bool
        let issued: ConnectionSecrets?
        let rows: [Row]
        let isEmpty: Bool
        let isOwner: Bool
        let isProvisioned: Bool
        let tokensPerHour: Int
        let name: String
    }

    private static let limits = 1...1_000_000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage") { request, _, visit in
            try await page(visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/clients.csv") { _, _, visit in try await export(visit) }
        routes.post("engage/clients", needs: .owner) { request, _, visit, form in
            try await issue(form, visit, host: desk.reach.address(for: request))
        }
        routes.post("engage/account", needs: .owner) { _, _, visit, form in try await change(form, visit) }
        routes.get("engage/clients/:client/revoke", needs: .owner) { _, context, visit in
            try await confirm(context.parameters.require("client"), visit)
        }
        routes.post("engage/clients/:client/revoke", needs: .owner) { _, context, visit, _ in
            try await wing.clients.revokeClient(
                try context.parameters.require("client"), app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(EngagePath.connection)?done=revoked")
        }
    }

    private func issue(_ form: FormFields, _ visit: Visit, host: URL?) async throws -> Response {
        do {
            let app = try visit.id()
            let issued = try await wing.clients.createClient(name: form["name"], app: app, by: visit.who)
            let list = try await wing.recipients.entries(app: app, kinds: [.database]).first
            let secrets = ConnectionSecrets(issued, host: host, list: list)
            let notice = PageFrame.Notice(kind: "good", text: "The client “\(issued.client.name)” is created.")
            return try await page(visit, notice: notice, issued: secrets)
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(visit, notice: notice, form: form)
        }
    }

    private func change(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let limit = form.number("tokens", in: Self.limits) else {
            let notice = PageFrame.Notice(
                kind: "bad", text: "Nothing was saved. An account gets 1 to 1,000,000 access tokens in an hour.")
            return try await page(visit, notice: notice, form: form)
        }
        let account = EngageAccount(
            app: try visit.id(), isProvisioned: form.has("provisioned"), tokensPerHour: limit)
        try await wing.clients.setAccount(account, by: visit.who)
        return PortalDesk.redirect("\(EngagePath.connection)?done=account")
    }

    private func page(
        _ visit: Visit, notice: PageFrame.Notice?, issued: ConnectionSecrets? = nil, form: FormFields? = nil
    ) async throws -> Response {
        let app = try visit.id()
        let account = try await wing.clients.account(app: app)
        let clients = try await wing.clients.clients(app: app)
        let entries = try await wing.recipients.entries(app: app, kinds: [.database])
        let steps = ConnectionStep.all(account, clients, entries, isOwner: visit.may(.owner))
        let page = Page(
            frame: desk.frame(
                "Connection", subtitle: "How the app reaches recipients, events and tokens",
                at: EngagePath.connection, visit, notice: notice),
            steps: steps, isReady: steps.allSatisfy(\.isDone), issued: issued,
            rows: clients.map { row($0, visit) }, isEmpty: clients.isEmpty, isOwner: visit.may(.owner),
            isProvisioned: account.isProvisioned, tokensPerHour: account.tokensPerHour, name: form?["name"] ?? "")
        return try desk.page(page, "engage", status: form == nil ? .ok : .badRequest)
    }

    private func row(_ client: EngageClient, _ visit: Visit) -> Page.Row {
        let isValid = client.revoked == nil
        return Page.Row(
            id: client.id, name: client.name, state: isValid ? "valid" : "revoked", mark: isValid ? "ok" : "expired",
            lastUsed: client.lastUsed.map { LocalTime.text($0) } ?? "never", made: LocalTime.text(client.created),
            madeBy: client.madeBy,
            revoke: isValid && visit.may(.owner) ? "/portal/engage/clients/\(client.id)/revoke" : nil)
    }

    private func confirm(_ id: String, _ visit: Visit) async throws -> Response {
        let clients = try await wing.clients.clients(app: try visit.id())
        guard let client = clients.first(where: { $0.id == id && $0.revoked == nil }) else {
            throw PortalError(.notFound, "There is no client \(id) to revoke.")
        }
        let page = ConfirmPage(
            frame: desk.frame("Revoke “\(client.name)”?", at: EngagePath.connection, visit),
            text: "Every app and program with this client is shut out at once:",
            losses: ["its secret and its refresh token", "all access tokens that it has now"],
            action: "/portal/engage/clients/\(client.id)/revoke", fields: [], button: "Revoke the client",
            back: EngagePath.connection, remark: "An installed app needs a new version to get another client.")
        return try desk.page(page, "confirm")
    }

    private func export(_ visit: Visit) async throws -> Response {
        let clients = try await wing.clients.clients(app: try visit.id())
        return CSVAnswer.table(
            "marquee-engage-clients", ["Id", "Name", "Created", "Created by", "Last used", "Revoked"],
            clients.map { client in
                [
                    .text(client.id), .text(client.name), .text(client.created.description), .text(client.madeBy),
                    .text(client.lastUsed?.description ?? ""), .text(client.revoked?.description ?? ""),
                ]
            })
    }
}
