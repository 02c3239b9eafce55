import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// The list of articles: searched, filtered, sorted and paged by the store, which reads no article's text for it.
struct ContentRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let title: String
            let address: String
            let uri: String
            /// What the row's tick box sends.
            let value: String
            /// Where the article's picture is; `nil` for an article without one.
            let thumbnail: String?
            let channel: String
            let tags: String
            let date: String
            let state: StateLine
        }

        struct Choice: Sendable {
            let value: String
            let name: String
            let isSelected: Bool
        }

        struct Columns: Sendable {
            let title: ListLinks.Column
            let date: ListLinks.Column
        }

        let frame: PageFrame
        let rows: [Row]
        let channels: [Choice]
        let tags: [Choice]
        let states: [Choice]
        let query: String
        let sorts: [Choice]
        let count: String
        let columns: Columns
        let pages: ListLinks.Pages?
        let isEmpty: Bool
        /// There is no article at all, whatever the filter.
        let isBlank: Bool
        let hasChannels: Bool
        let newArticle: String?
        /// Where the ticked articles are changed; `nil` for somebody who may only look.
        let selected: String?
        let allLabel: String
    }

    static let path = "/portal/content"

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("content") { request, _, visit in
            let query = try FormFields(request.uri.query ?? "")
            let deleted = query.has("deleted") ? PageFrame.Notice(kind: "good", text: "The article is deleted.") : nil
            let notice = deleted ?? EditNotice(query)?.notice
            return try await list(ContentFilter(query), visit, notice: notice)
        }
    }

    private func list(_ filter: ContentFilter, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let app = try visit.id()
        let listing = try await wing.content.articles(filter.query(at: desk.now()), app: app)
        let (hubs, channels) = (try await wing.content.hubs(app: app), try await wing.content.channels(app: app))
        let names = Self.names(channels, hubs)
        let covers = try await wing.covers.covers(of: listing.articles.map(\.uri), app: app)
        let links = ListLinks(
            Self.path, filters: filter.parts, sort: filter.sort.rawValue, isDescending: filter.isDescending)
        let page = Page(
            frame: desk.frame(
                "Articles", subtitle: hubs.map(\.title).joined(separator: ", "), at: Self.path, visit, notice: notice),
            rows: listing.articles.map { row($0, names, covers[$0.uri]) },
            channels: channels.map {
                let id = "\($0.hub)/\($0.id)"
                return .init(value: id, name: names[id] ?? id, isSelected: id == filter.place)
            },
            tags: try await wing.content.articleTags(app: app).map {
                .init(value: $0, name: $0, isSelected: $0 == filter.tag)
            },
            states: ArticleState.allCases.map {
                .init(value: $0.rawValue, name: $0.rawValue, isSelected: $0 == filter.state)
            },
            query: filter.words, sorts: Self.sorts(filter),
            count: "\(listing.matching) of \(listing.total) articles",
            columns: .init(
                title: links.column("title", "Title"),
                date: links.column("date", "Date (UTC)", isDescendingFirst: true)),
            pages: links.pages(listing.page, of: listing.pages),
            isEmpty: listing.articles.isEmpty, isBlank: listing.total == 0, hasChannels: !channels.isEmpty,
            newArticle: (channels.first { "\($0.hub)/\($0.id)" == filter.place } ?? channels.first).map {
                "/portal/articles/new?hub=\($0.hub)&channel=\($0.id)"
            },
            selected: visit.may(.editor) ? filter.address("\(Self.path)/selected") : nil,
            allLabel: listing.articles.count == 1
                ? "The article on this page" : "All \(listing.articles.count) on this page")
        return try desk.page(page, "content")
    }

    /// The orders offered: on a narrow screen there are no heads of columns to press.
    private static func sorts(_ filter: ContentFilter) -> [Page.Choice] {
        let current = ListLinks.sort(filter.sort.rawValue, isDescending: filter.isDescending)
        return [
            ("date-desc", "Newest first"), ("date", "Oldest first"), ("title", "Title, A to Z"),
            ("title-desc", "Title, Z to A"),
        ].map { .init(value: $0, name: $1, isSelected: $0 == current) }
    }

    private func row(_ article: ListedArticle, _ channels: [String: String], _ cover: MediaFile?) -> Page.Row {
        Page.Row(
            title: article.title.isEmpty ? "(no title)" : article.title,
            address: ArticleAddress.page(article.uri),
            uri: article.uri.description, value: ArticleTicks.value(article),
            thumbnail: cover.flatMap { MediaItem.thumbnail($0) },
            channel: channels["\(article.hub)/\(article.channel)"] ?? article.channel,
            tags: article.tags.joined(separator: ", "), date: LocalTime.text(article.schedule.published),
            state: StateLine(article, now: desk.now()))
    }

    /// Titles of channels by `HUB/CHANNEL`; with several hubs the hub's title comes first.
    private static func names(_ channels: [ChannelRecord], _ hubs: [HubRecord]) -> [String: String] {
        let titles = Dictionary(hubs.map { ($0.id, $0.title) }) { first, _ in first }
        let pairs = channels.map { channel in
            let name = hubs.count > 1 ? "\(titles[channel.hub] ?? channel.hub): \(channel.title)" : channel.title
            return ("\(channel.hub)/\(channel.id)", name)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
