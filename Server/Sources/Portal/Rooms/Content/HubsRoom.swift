import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// The app's hubs with their channels, in their order, and the forms that change an order.
struct HubsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Channel: Sendable {
            let anchor: String
            let address: String
            let uri: String
            /// Its hub's.
            let parentURI: String
            let title: String
            let tags: [String]
            let count: String
        }

        struct Hub: Sendable {
            let anchor: String
            let id: String
            let uri: String
            let address: String
            let title: String
            let summary: String
            let tags: [String]
            let channels: [Channel]
            let isEmpty: Bool
        }

        let frame: PageFrame
        let hubs: [Hub]
        let isEmpty: Bool
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("hubs") { request, _, visit in
            try await list(visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.post("order") { _, _, visit, form in
            try await reorder(form, visit)
        }
    }

    private func list(_ visit: Visit, done: String) async throws -> Response {
        let app = try visit.id()
        let allChannels = try await wing.content.channels(app: app)
        let counts = try await wing.content.articleCounts(app: app)
        let hubs = try await wing.content.hubs(app: app).map { hub in
            let channels = allChannels.filter { $0.hub == hub.id }.map { channel in
                let count = counts[channel.uri] ?? 0
                return Page.Channel(
                    anchor: Self.anchor(channel.uri), address: "/portal/hubs/\(hub.id)/channels/\(channel.id)",
                    uri: channel.uri.description, parentURI: hub.uri.description, title: channel.title,
                    tags: channel.tags,
                    count: count == 1 ? "1 article" : "\(count) articles")
            }
            return Page.Hub(
                anchor: Self.anchor(hub.uri), id: hub.id, uri: hub.uri.description,
                address: "/portal/hubs/\(hub.id)", title: hub.title, summary: hub.summary, tags: hub.tags,
                channels: channels, isEmpty: channels.isEmpty)
        }
        let page = Page(
            frame: desk.frame(
                "Hubs and channels", subtitle: "A device shows the hub whose tags fit its user best, or else the first",
                at: "/portal/hubs", visit, notice: Self.notice(done)),
            hubs: hubs, isEmpty: hubs.isEmpty)
        return try desk.page(page, "hubs")
    }

    private static func notice(_ done: String) -> PageFrame.Notice? {
        let texts = [
            "saved": "Saved. It goes out with the next publish.",
            "deleted": "Deleted. Devices lose it with the next release.",
        ]
        return texts[done].map { .init(kind: "good", text: $0) }
    }

    /// Takes either one step (`uri` and `move`) or the new order of the rows on a page (`order`, one URI a line).
    private func reorder(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let parent = try form.optional("parent").map { try ContentURI($0) }
        let children = try await children(of: parent, app: try visit.id())
        var order = children
        if let rows = form.optional("order") {
            order = try rows.split(whereSeparator: \.isNewline).map { try ContentURI(String($0)) }
            if form.has("page") { order = Self.merged(order, into: children) }
        } else {
            let uri = try ContentURI(form["uri"])
            guard let index = order.firstIndex(of: uri) else {
                throw PortalError(.notFound, "There is no \(uri) here.")
            }
            let target = form["move"] == "up" ? index - 1 : index + 1
            if order.indices.contains(target) { order.swapAt(index, target) }
        }
        try await wing.content.reorder(order, in: parent, app: try visit.id(), by: visit.who)
        let anchor = try form.optional("uri").map { "#" + Self.anchor(try ContentURI($0)) } ?? ""
        if let parent, case .channel(let id) = parent.place {
            let page = form.number("page", in: 1...1_000_000).map { "?page=\($0)" } ?? ""
            return PortalDesk.redirect("/portal/hubs/\(parent.hub)/channels/\(id)\(page)\(anchor)")
        }
        return PortalDesk.redirect("/portal/hubs\(anchor)")
    }

    /// The rows of one page of a long list, in their new order, at the positions that they hold among all.
    private static func merged(_ rows: [ContentURI], into all: [ContentURI]) -> [ContentURI] {
        let moved = Set(rows)
        var next = rows.makeIterator()
        return all.map { moved.contains($0) ? next.next() ?? $0 : $0 }
    }

    private func children(of parent: ContentURI?, app: String) async throws -> [ContentURI] {
        guard let parent else { return try await wing.content.hubs(app: app).map(\.uri) }
        switch parent.place {
        case .hub: return try await wing.content.channels(hub: parent.hub, app: app).map(\.uri)
        case .channel: return try await wing.content.articleOrder(of: parent, app: app)
        case .article, .asset: throw PortalError(.invalidField, "\(parent) has nothing to put in order.")
        }
    }

    /// An id for the element of a place, unique on a page.
    static func anchor(_ uri: ContentURI) -> String {
        switch uri.place {
        case .hub: "hub-\(uri.hub)"
        case .channel(let id): "channel-\(uri.hub)-\(id)"
        case .article(let id): "article-\(id)"
        case .asset(let name): "asset-\(name)"
        }
    }
}
