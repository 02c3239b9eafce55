import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// The templates that an app's pages are made with: the built-in ones, and the app's own in their place.
struct TemplatesRoom: PortalRoom {
    private struct ListPage: Sendable {
        struct Row: Sendable {
            let address: String
            let name: String
            let purpose: String
            let isOwn: Bool
            let whose: String
            let size: String
        }

        let frame: PageFrame
        let rows: [Row]
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("templates") { request, _, visit in
            try await list(visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.get("templates/:name") { request, context, visit in
            let entry = try await templates(visit).entry(try context.parameters.require("name"))
            let notice =
                request.uri.queryParameters["saved"] == nil
                ? nil : PageFrame.Notice(kind: "good", text: "Saved. The next publish makes every page with it.")
            return try desk.page(try await editor(entry, visit, notice: notice), "template")
        }
        routes.post("templates/:name", needs: .owner) { _, context, visit, form in
            try await save(try context.parameters.require("name"), form, visit)
        }
        routes.get("templates/:name/reset", needs: .owner) { _, context, visit in
            try confirm(try await templates(visit).entry(try context.parameters.require("name")), visit)
        }
        routes.post("templates/:name/reset", needs: .owner) { _, context, visit, _ in
            try await templates(visit).reset(try context.parameters.require("name"), by: visit.who)
            return PortalDesk.redirect("/portal/templates?done=reset")
        }
    }

    private func templates(_ visit: Visit) throws -> AppTemplates {
        wing.templates(try visit.id())
    }

    private func confirm(_ entry: AppTemplates.Entry, _ visit: Visit) throws -> Response {
        let address = "/portal/templates/\(entry.name)"
        let page = ConfirmPage(
            frame: desk.frame("Reset the template “\(entry.name)”?", at: "/portal/templates", visit),
            text: "The built-in template takes the place of the app’s own. This will be lost:",
            losses: ["the app’s own text, version \(entry.version), of \(entry.text.utf8.count) bytes"],
            action: "\(address)/reset", fields: [], button: "Reset the template", back: address)
        return try desk.page(page, "confirm")
    }

    /// Stores what pages can be made with; anything else comes back as it was typed, with what is wrong.
    private func save(_ name: String, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let (templates, text) = (try templates(visit), form.raw("text"))
        let stored = try await templates.entry(name)
        do throws(PublishingError) {
            _ = try await templates.set(
                text, as: name, expectedVersion: form.version ?? -1, by: visit.who)
        } catch {
            guard let (problem, status, theirs) = Self.refusal(error, stored: stored) else { throw error }
            let page = try await editor(
                stored, visit, text: text, theirs: theirs, notice: PageFrame.Notice(kind: "bad", text: problem))
            return try desk.page(page, "template", status: status)
        }
        return PortalDesk.redirect("/portal/templates/\(name)?saved=1")
    }

    /// What the editor says when a text was not stored, with the text that is stored instead; `nil` for errors that the text
    /// did not cause.
    private static func refusal(
        _ error: PublishingError, stored: AppTemplates.Entry
    ) -> (problem: String, status: HTTPResponse.Status, theirs: String?)? {
        if error.code == .template { return ("Nothing was saved. \(error.message)", .badRequest, nil) }
        guard error.store?.code == .versionConflict else { return nil }
        let problem =
            "Somebody else saved this template while you wrote. Your text is below, theirs under it: bring them together "
            + "and save again."
        return (problem, .conflict, stored.text)
    }

    private func list(_ visit: Visit, done: String) async throws -> Response {
        let rows = try await templates(visit).entries().map { entry in
            ListPage.Row(
                address: "/portal/templates/\(entry.name)", name: entry.name,
                purpose: TemplatePage.purpose(of: entry.name), isOwn: entry.version > 0,
                whose: entry.version > 0 ? "own, version \(entry.version)" : "built-in",
                size: "\(entry.text.utf8.count) bytes")
        }
        let notice = PageFrame.Notice(kind: "good", text: "Reset. The next publish makes every page with it.")
        let page = ListPage(
            frame: desk.frame(
                "Templates", subtitle: "What the pages of hubs, channels and articles are made with",
                at: "/portal/templates", visit, notice: done == "reset" ? notice : nil),
            rows: rows)
        return try desk.page(page, "templates")
    }

    private func editor(
        _ entry: AppTemplates.Entry, _ visit: Visit, text: String? = nil, theirs: String? = nil,
        notice: PageFrame.Notice?
    ) async throws -> TemplatePage {
        return TemplatePage(
            frame: desk.frame(
                entry.name, subtitle: TemplatePage.purpose(of: entry.name), at: "/portal/templates", visit,
                notice: notice),
            entry: entry, text: text ?? entry.text, theirs: theirs, mayChange: visit.may(.owner),
            shown: try await shown(entry.name, app: try visit.id()))
    }

    /// The first page that shows what a template does.
    private func shown(_ name: String, app: String) async throws -> ContentURI? {
        switch name {
        case "article":
            let query = ArticleQuery(at: desk.now(), isDescending: true, pageSize: 1)
            return try await wing.content.articles(query, app: app).articles.first?.uri
        case "channel": return try await wing.content.channels(app: app).first?.uri
        default: return try await wing.content.hubs(app: app).first?.uri
        }
    }
}
