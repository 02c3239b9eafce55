import HTTPTypes
import Hummingbird
import PlatformStore
import Publishing

/// The apps of a server: a list, choosing the one that the portal's pages are about, and making another one.
struct AppsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let id: String
            let name: String
            let date: String
            let isCurrent: Bool
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let mayMake: Bool
        /// What was typed, when it could not be taken.
        let id: String
        let name: String
    }

    private static let seconds = 365 * 86_400

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.post("app", needs: nil) { _, _, visit, form in
            guard let app = visit.apps.first(where: { $0.id == form["choice"] }) else {
                throw PortalError(.notFound, "There is no such app.")
            }
            return chosen(app, "/portal/content")
        }
        routes.get("apps") { request, _, visit in
            let isNew = request.uri.queryParameters["made"] != nil
            return try list(visit, notice: isNew ? Self.notice(visit) : nil)
        }
        routes.post("apps", needs: .owner) { _, _, visit, form in
            try await make(form, visit)
        }
    }

    /// Makes the app with its keys; a refusal keeps what was typed.
    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            let id = try AppForm.id(form)
            let app = try await create(id, name: try AppForm.name(form, id: id), by: visit.who)
            return chosen(app, "/portal/apps?made=1")
        } catch let error as PortalError where error.code == .invalidField {
            let notice = PageFrame.Notice(kind: "bad", text: error.message)
            return try list(visit, notice: notice, form: form, status: .badRequest)
        }
    }

    private func create(_ id: String, name: String, by who: String) async throws -> AppRecord {
        do {
            return try await wing.keys.makeApp(id, name: name, by: who)
        } catch let error as StoreError where error.code == .alreadyExists {
            throw Self.taken(id)
        }
    }

    private static func taken(_ id: String) -> PortalError {
        PortalError(.invalidField, "There is an app with the id “\(id)” already.")
    }

    private static func notice(_ visit: Visit) -> PageFrame.Notice? {
        visit.app.map {
            PageFrame.Notice(
                kind: "good",
                text:
                    "“\($0.name)” is created, with keys of its own, and chosen. Create its hub or let a feed fill one, then "
                    + "publish; Releases has marquee.json, the file that the app carries.")
        }
    }

    private func list(
        _ visit: Visit, notice: PageFrame.Notice?, form: FormFields? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let rows = visit.apps.map {
            Page.Row(
                id: $0.id, name: $0.name, date: LocalTime.text($0.created), isCurrent: $0.id == visit.app?.id)
        }
        let page = Page(
            frame: desk.frame(
                "Apps", subtitle: "Each has its own keys, content and releases", at: "/portal/apps", visit,
                notice: notice),
            rows: rows, isEmpty: rows.isEmpty, mayMake: visit.may(.owner), id: form?["id"] ?? "",
            name: form?["name"] ?? "")
        return try desk.page(page, "apps", status: status)
    }

    private func chosen(_ app: AppRecord, _ address: String) -> Response {
        var response = PortalDesk.redirect(address)
        desk.setCookie(PortalDesk.appCookieName, app.id, path: "/portal", maximumAge: Self.seconds, in: &response)
        return response
    }
}
