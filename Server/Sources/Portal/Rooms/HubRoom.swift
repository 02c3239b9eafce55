import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// One hub: create, edit, delete.
struct HubRoom: Sendable {
    private struct Page: Sendable {
        let frame: PageFrame
        let address: String
        let uri: String?
        let version: Int
        let title: String
        let summary: String
        let tags: String
        let language: String
        let preview: String?
        let delete: String?
    }

    let desk: PortalDesk

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("new-hub") { request, _ in
            try await desk.signedIn(request) { visit in
                try page(HubRecord(app: try visit.id(), id: "", title: ""), visit)
            }
        }
        portal.post("new-hub") { request, _ in
            try await desk.submitted(request) { visit, form in try await create(form, visit) }
        }
        portal.get("hubs/:hub") { request, context in
            try await desk.signedIn(request) { visit in try page(try await hub(context, visit), visit) }
        }
        portal.post("hubs/:hub") { request, context in
            try await desk.submitted(request) { visit, form in
                let hub = try changed(try await hub(context, visit), form)
                _ = try await desk.platform.content.update(
                    hub, expectedVersion: form.integer("version") ?? -1, by: visit.who)
                return PortalDesk.redirect("/portal/hubs?done=saved#\(HubsRoom.anchor(hub.uri))")
            }
        }
        portal.get("hubs/:hub/delete") { request, context in
            try await desk.signedIn(request) { visit in try await confirm(try await hub(context, visit), visit) }
        }
        portal.post("hubs/:hub/delete") { request, context in
            try await desk.submitted(request) { visit, form in
                try await desk.platform.content.delete(
                    try await hub(context, visit).uri, expectedVersion: form.integer("version") ?? -1,
                    app: try visit.id(), by: visit.who)
                return PortalDesk.redirect("/portal/hubs?done=deleted")
            }
        }
    }

    private func hub(_ context: some RequestContext, _ visit: Visit) async throws -> HubRecord {
        let id = try context.parameters.require("hub")
        guard let hub = try await desk.platform.content.hub(id, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no hub \(id) (any more).")
        }
        return hub
    }

    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let title = try PlaceForm.title(form, of: "hub")
        let taken = Set(try await desk.platform.content.hubs(app: try visit.id()).map(\.id))
        let id = PlaceForm.id(title, fallback: "hub", taken: taken)
        let hub = try await desk.platform.content.create(
            try changed(HubRecord(app: try visit.id(), id: id, title: title), form), by: visit.who)
        return PortalDesk.redirect("/portal/hubs?done=saved#\(HubsRoom.anchor(hub.uri))")
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

    private func page(_ hub: HubRecord, _ visit: Visit) throws -> Response {
        let isNew = hub.version == 0
        let page = Page(
            frame: desk.frame(isNew ? "New hub" : hub.title, subtitle: isNew ? "" : "Hub", at: "/portal/hubs", visit),
            address: isNew ? "/portal/new-hub" : "/portal/hubs/\(hub.id)", uri: isNew ? nil : hub.uri.description,
            version: hub.version, title: hub.title, summary: hub.summary, tags: FormFields.shown(hub.tags),
            language: hub.language, preview: isNew ? nil : "/portal/preview/\(hub.id)/",
            delete: isNew ? nil : "/portal/hubs/\(hub.id)/delete")
        return try desk.page(page, "hub")
    }

    private func confirm(_ hub: HubRecord, _ visit: Visit) async throws -> Response {
        let content = try await desk.platform.content.content(app: hub.app)
        let feeds = try await desk.platform.feeds.sources(app: hub.app).filter { $0.hub == hub.id }
        let losses = [
            PlaceForm.loss(content.channels.filter { $0.hub == hub.id }.map(\.title), "channel", "channels"),
            PlaceForm.loss(content.articles.filter { $0.hub == hub.id }.map(\.content.title), "article", "articles"),
            PlaceForm.loss(feeds.map(\.location), "feed", "feeds"),
        ].compactMap { $0 }
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(hub.title)”?", at: "/portal/hubs", visit),
            text: losses.isEmpty ? "The hub is empty." : "With the hub goes everything in it:", losses: losses,
            action: "/portal/hubs/\(hub.id)/delete", fields: [.init(name: "version", value: String(hub.version))],
            button: "Delete the hub", back: "/portal/hubs/\(hub.id)")
        return try desk.page(page, "confirm")
    }
}
