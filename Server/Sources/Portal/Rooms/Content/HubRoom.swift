import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// One hub: create, edit, delete. What is refused comes back as it was typed.
struct HubRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let address: String
        let uri: String?
        let version: Int
        let fields: PlaceFields
        let preview: String?
        let delete: String?
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("new-hub") { _, _, visit in
            try page(HubRecord(app: try visit.id(), id: "", title: ""), visit)
        }
        routes.post("new-hub") { _, _, visit, form in
            try await create(form, visit)
        }
        routes.get("hubs/:hub") { _, context, visit in
            try page(try await hub(context, visit), visit)
        }
        routes.post("hubs/:hub") { _, context, visit, form in
            let hub = try await hub(context, visit)
            return try await written(hub, form, visit) {
                try await wing.content.update(
                    try changed(hub, form), expectedVersion: form.version ?? -1, by: visit.who)
            }
        }
        routes.get("hubs/:hub/delete") { _, context, visit in
            try await confirm(try await hub(context, visit), visit)
        }
        routes.post("hubs/:hub/delete") { _, context, visit, form in
            try await wing.content.delete(
                try await hub(context, visit).uri, expectedVersion: form.version ?? -1,
                app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("/portal/hubs?done=deleted")
        }
    }

    private func hub(_ context: some RequestContext, _ visit: Visit) async throws -> HubRecord {
        let id = try context.parameters.require("hub")
        guard let hub = try await wing.content.hub(id, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no hub \(id).")
        }
        return hub
    }

    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let taken = Set(try await wing.content.hubs(app: try visit.id()).map(\.id))
        let id = PlaceForm.id(form["title"], fallback: "hub", taken: taken)
        let hub = HubRecord(app: try visit.id(), id: id, title: "")
        return try await written(hub, form, visit) {
            try await wing.content.create(try changed(hub, form), by: visit.who)
        }
    }

    private func written(
        _ hub: HubRecord, _ form: FormFields, _ visit: Visit, by write: () async throws -> HubRecord
    ) async throws -> Response {
        do {
            return PortalDesk.redirect("/portal/hubs?done=saved#\(HubsRoom.anchor(try await write().uri))")
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try page(hub, visit, notice: notice, typed: form)
        }
    }

    private func changed(_ hub: HubRecord, _ form: FormFields) throws -> HubRecord {
        var hub = hub
        hub.title = try PlaceForm.title(form, of: "hub")
        hub.summary = form["summary"]
        hub.tags = form.list("tags", keeping: hub.tags)
        let language = form.optional("language") ?? "en"
        guard language.utf8.count <= 35,
            language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw PortalError(.invalidField, "“Language” takes a tag such as en, de-CH or zh-Hant.") }
        hub.language = language
        return hub
    }

    private func page(
        _ hub: HubRecord, _ visit: Visit, notice: PageFrame.Notice? = nil, typed form: FormFields? = nil
    ) throws -> Response {
        let isNew = hub.version == 0
        let page = Page(
            frame: desk.frame(
                isNew ? "New hub" : hub.title, subtitle: isNew ? "" : "Hub", at: "/portal/hubs", visit, notice: notice),
            address: isNew ? "/portal/new-hub" : "/portal/hubs/\(hub.id)", uri: isNew ? nil : hub.uri.description,
            version: form?.version ?? hub.version,
            fields: form.map(PlaceFields.init(typed:)) ?? PlaceFields(hub),
            preview: isNew ? nil : "/portal/preview/\(hub.id)/",
            delete: isNew ? nil : "/portal/hubs/\(hub.id)/delete")
        return try desk.page(page, "hub", status: form == nil ? .ok : .badRequest)
    }

    private func confirm(_ hub: HubRecord, _ visit: Visit) async throws -> Response {
        let channels = try await wing.content.channels(hub: hub.id, app: hub.app)
        let articles = try await wing.content.articles(
            ArticleQuery(at: desk.now(), hub: hub.id, order: .position, pageSize: PlaceForm.namedLosses), app: hub.app)
        let feeds = try await wing.feeds.sources(app: hub.app).filter { $0.hub == hub.id }
        let files = try await wing.media.files(app: hub.app).filter { $0.asset.hub == hub.id }
        let losses = [
            PlaceForm.loss(channels.map(\.title), "channel", "channels"),
            PlaceForm.loss(articles.articles.map(\.title), of: articles.matching, "article", "articles"),
            PlaceForm.loss(feeds.map(\.location), "feed", "feeds"),
            PlaceForm.loss(
                files.map { $0.media?.origin.fileName ?? $0.asset.name }, "file of its library", "files of its library"),
        ].compactMap { $0 }
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(hub.title)”?", at: "/portal/hubs", visit),
            text: losses.isEmpty ? "The hub is empty." : "With the hub goes everything in it:", losses: losses,
            action: "/portal/hubs/\(hub.id)/delete", fields: [.init(name: "version", value: String(hub.version))],
            button: "Delete the hub", back: "/portal/hubs/\(hub.id)")
        return try desk.page(page, "confirm")
    }
}
