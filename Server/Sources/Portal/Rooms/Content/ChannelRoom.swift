import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// One channel: create, edit, put its articles in order, delete. What is refused comes back as it was typed.
struct ChannelRoom: PortalRoom {
    private struct Page: Sendable {
        struct Article: Sendable {
            /// Where the article's picture is; `nil` for an article without one.
            let thumbnail: String?
            let anchor: String
            let uri: String
            /// Its channel's.
            let parentURI: String
            let address: String
            let title: String
            let state: String
        }

        let frame: PageFrame
        let address: String
        let uri: String?
        let version: Int
        let fields: PlaceFields
        let preview: String?
        let delete: String?
        let articles: [Article]
        let hasArticles: Bool
        /// Of a channel with more articles than stand on a page.
        let pages: ListLinks.Pages?
        /// The number of the page then.
        let page: Int?
        let newArticle: String?
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("hubs/:hub/new-channel") { _, context, visit in
            let hub = try await hub(context, visit)
            return try await page(ChannelRecord(app: hub.app, hub: hub.id, id: "", title: ""), hub, visit)
        }
        routes.post("hubs/:hub/new-channel") { _, context, visit, form in
            try await create(form, try await hub(context, visit), visit)
        }
        routes.get("hubs/:hub/channels/:id") { request, context, visit in
            let hub = try await hub(context, visit)
            let number = try FormFields(request.uri.query ?? "").number("page", in: 1...1_000_000)
            return try await page(try await channel(context, visit), hub, visit, number: number ?? 1)
        }
        routes.post("hubs/:hub/channels/:id") { _, context, visit, form in
            let (hub, channel) = (try await hub(context, visit), try await channel(context, visit))
            return try await written(channel, hub, form, visit) {
                try await wing.content.update(
                    try changed(channel, form), expectedVersion: form.version ?? -1, by: visit.who)
            }
        }
        routes.get("hubs/:hub/channels/:id/delete") { _, context, visit in
            try await confirm(try await channel(context, visit), visit)
        }
        routes.post("hubs/:hub/channels/:id/delete") { _, context, visit, form in
            try await wing.content.delete(
                try await channel(context, visit).uri, expectedVersion: form.version ?? -1,
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

    private func channel(_ context: some RequestContext, _ visit: Visit) async throws -> ChannelRecord {
        let (hub, id) = (try context.parameters.require("hub"), try context.parameters.require("id"))
        let uri = try ContentURI("\(ContentURI.scheme)://\(hub)/c/\(id)")
        guard let channel = try await wing.content.channel(uri, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no channel \(uri).")
        }
        return channel
    }

    private func create(_ form: FormFields, _ hub: HubRecord, _ visit: Visit) async throws -> Response {
        let taken = Set(try await wing.content.channels(hub: hub.id, app: hub.app).map(\.id))
        let id = PlaceForm.id(form["title"], fallback: "channel", taken: taken)
        let channel = ChannelRecord(app: hub.app, hub: hub.id, id: id, title: "")
        return try await written(channel, hub, form, visit) {
            try await wing.content.create(try changed(channel, form), by: visit.who)
        }
    }

    private func written(
        _ channel: ChannelRecord, _ hub: HubRecord, _ form: FormFields, _ visit: Visit,
        by write: () async throws -> ChannelRecord
    ) async throws -> Response {
        do {
            return PortalDesk.redirect("/portal/hubs?done=saved#\(HubsRoom.anchor(try await write().uri))")
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await page(channel, hub, visit, notice: notice, typed: form)
        }
    }

    private func changed(_ channel: ChannelRecord, _ form: FormFields) throws -> ChannelRecord {
        var channel = channel
        channel.title = try PlaceForm.title(form, of: "channel")
        channel.summary = form["summary"]
        channel.tags = form.list("tags", keeping: channel.tags)
        return channel
    }

    private func page(
        _ channel: ChannelRecord, _ hub: HubRecord, _ visit: Visit, notice: PageFrame.Notice? = nil,
        typed form: FormFields? = nil, number: Int = 1
    ) async throws -> Response {
        let isNew = channel.version == 0
        let place = "/portal/hubs/\(channel.hub)"
        let address = "\(place)/channels/\(channel.id)"
        let listing = try await wing.content.articles(
            ArticleQuery(
                at: desk.now(), hub: channel.hub, channel: channel.id, order: .position, page: number,
                pageSize: ArticleQuery.maximumPageSize),
            app: channel.app)
        let covers = try await wing.covers.covers(of: listing.articles.map(\.uri), app: channel.app)
        let links = ListLinks(address, filters: [], sort: "position", isDescending: false)
        let page = Page(
            frame: desk.frame(
                isNew ? "New channel" : channel.title, subtitle: "Channel of \(hub.title)", at: "/portal/hubs", visit,
                notice: notice),
            address: isNew ? "\(place)/new-channel" : address,
            uri: isNew ? nil : channel.uri.description, version: form?.version ?? channel.version,
            fields: form.map(PlaceFields.init(typed:)) ?? PlaceFields(channel),
            preview: isNew ? nil : "/portal/preview/\(channel.hub)/c/\(channel.id)",
            delete: isNew ? nil : "\(address)/delete",
            articles: listing.articles.map {
                .init(
                    thumbnail: covers[$0.uri].flatMap { MediaItem.thumbnail($0) }, anchor: HubsRoom.anchor($0.uri),
                    uri: $0.uri.description, parentURI: channel.uri.description,
                    address: "/portal/articles/\($0.hub)/\($0.id)",
                    title: $0.title, state: $0.state(at: desk.now()).rawValue)
            }, hasArticles: !listing.articles.isEmpty, pages: links.pages(listing.page, of: listing.pages),
            page: listing.pages > 1 ? listing.page : nil,
            newArticle: isNew ? nil : "/portal/articles/new?hub=\(channel.hub)&channel=\(channel.id)")
        return try desk.page(page, "channel", status: form == nil ? .ok : .badRequest)
    }

    private func confirm(_ channel: ChannelRecord, _ visit: Visit) async throws -> Response {
        let articles = try await wing.content.articles(
            ArticleQuery(
                at: desk.now(), hub: channel.hub, channel: channel.id, order: .position,
                pageSize: PlaceForm.namedLosses),
            app: channel.app)
        let feeds = try await wing.feeds.sources(app: channel.app)
            .filter { $0.hub == channel.hub && $0.channel == channel.id }
        let losses = [
            PlaceForm.loss(articles.articles.map(\.title), of: articles.matching, "article", "articles"),
            PlaceForm.loss(feeds.map(\.location), "feed", "feeds"),
        ].compactMap { $0 }
        let address = "/portal/hubs/\(channel.hub)/channels/\(channel.id)"
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(channel.title)”?", at: "/portal/hubs", visit),
            text: losses.isEmpty ? "The channel is empty." : "With the channel goes everything in it:", losses: losses,
            action: "\(address)/delete", fields: [.init(name: "version", value: String(channel.version))],
            button: "Delete the channel", back: address)
        return try desk.page(page, "confirm")
    }
}
