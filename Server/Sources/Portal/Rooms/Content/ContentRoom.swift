import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// The list of articles: filtered by channel, tag and words.
struct ContentRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let title: String
            let address: String
            let uri: String
            let channel: String
            let tags: String
            let date: String
            let state: String
        }

        struct Choice: Sendable {
            let value: String
            let name: String
            let isSelected: Bool
        }

        let frame: PageFrame
        let rows: [Row]
        let channels: [Choice]
        let tags: [Choice]
        let query: String
        let count: String
        let isEmpty: Bool
        /// There is no article at all, whatever the filter.
        let isBlank: Bool
        let hasChannels: Bool
        let next: String?
        let newArticle: String?
    }

    private static let pageSize = 50

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("content") { request, _, visit in
            try await list(request, visit)
        }
    }

    private func list(_ request: Request, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        let content = try await wing.content.content(app: scope.app)
        let query = try FormFields(request.uri.query ?? "")
        let (channel, tag, words) = (query["channel"], query.raw("tag"), query["q"].lowercased())
        let from = query.number("from", in: 0...1_000_000_000) ?? 0
        let found = content.articles.filter { article in
            (channel.isEmpty || "\(article.hub)/\(article.channel)" == channel)
                && (tag.isEmpty || article.content.tags.contains(tag))
                && (words.isEmpty || article.content.title.lowercased().contains(words)
                    || article.content.summary.lowercased().contains(words))
        }.sorted { ($0.content.schedule.published ?? $0.modified) > ($1.content.schedule.published ?? $1.modified) }
        let shown = found.dropFirst(from).prefix(Self.pageSize)
        let titles = Dictionary(content.channels.map { ("\($0.hub)/\($0.id)", Self.name($0, content)) }) { first, _ in
            first
        }
        let tags = Set(content.articles.flatMap(\.content.tags)).sorted()
        let base =
            "/portal/content?channel=\(QueryText.escaped(channel))&tag=\(QueryText.escaped(tag))&q=\(QueryText.escaped(words))"
        let page = Page(
            frame: desk.frame(
                "Articles", subtitle: content.hubs.map(\.title).joined(separator: ", "), at: "/portal/content", visit),
            rows: shown.map { row($0, titles) },
            channels: content.channels.map {
                let id = "\($0.hub)/\($0.id)"
                return .init(value: id, name: titles[id] ?? id, isSelected: id == channel)
            },
            tags: tags.map { .init(value: $0, name: $0, isSelected: $0 == tag) }, query: query["q"],
            count: "\(found.count) of \(content.articles.count) articles", isEmpty: found.isEmpty,
            isBlank: content.articles.isEmpty,
            hasChannels: !content.channels.isEmpty,
            next: from + Self.pageSize < found.count ? "\(base)&from=\(from + Self.pageSize)" : nil,
            newArticle: (content.channels.first { "\($0.hub)/\($0.id)" == channel } ?? content.channels.first).map {
                "/portal/articles/new?hub=\($0.hub)&channel=\($0.id)"
            })
        return try desk.page(page, "content")
    }

    private func row(_ article: ArticleRecord, _ channels: [String: String]) -> Page.Row {
        let schedule = article.content.schedule
        return Page.Row(
            title: article.content.title.isEmpty ? "(no title)" : article.content.title,
            address: "/portal/articles/\(article.hub)/\(article.id)",
            uri: article.uri.description, channel: channels["\(article.hub)/\(article.channel)"] ?? article.channel,
            tags: article.content.tags.joined(separator: ", "), date: LocalTime.text(schedule.published),
            state: Self.state(schedule, now: desk.now()))
    }

    /// Channels of several hubs may have the same title.
    private static func name(_ channel: ChannelRecord, _ content: AppContent) -> String {
        guard content.hubs.count > 1, let hub = content.hubs.first(where: { $0.id == channel.hub }) else {
            return channel.title
        }
        return "\(hub.title): \(channel.title)"
    }

    static func state(_ schedule: ArticleSchedule, now: Timestamp) -> String {
        if schedule.isDraft { return "draft" }
        if let expires = schedule.expires, expires <= now { return "expired" }
        return schedule.isReleased(at: now) ? "ready" : "scheduled"
    }
}
