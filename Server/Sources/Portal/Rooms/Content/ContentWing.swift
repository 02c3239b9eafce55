import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// Content and how it is read: hubs, channels, articles, feeds, tags, templates, releases, reports and devices.
struct ContentWing: PortalWing {
    let content: any ContentStore
    let feeds: any FeedSourceStore
    let media: any MediaStore
    /// Takes pictures, videos and sounds.
    let library: MediaLibrary
    /// Brings the pictures of articles into the library.
    let pictures: ArticlePictures
    /// The pictures by which lists show articles.
    let covers: ArticleCovers
    /// What was changed since the last release.
    let audit: any AuditLog
    /// Runs a feed when somebody asks for it.
    let runner: FeedRunner
    let publisher: Publisher
    /// Reports, live events and devices.
    let collector: Collector
    /// Devices that are kept apart from readers.
    let testDevices: any TestDeviceStore
    /// What deleted articles were called.
    let formerTitles: FormerTitles
    /// The templates of an app, by its id.
    let templates: @Sendable (String) -> AppTemplates
    let preview: PagePreview
    /// Looks for dead links and missing images.
    let checks: ArticleChecks

    init(_ parts: PortalParts) {
        let platform = parts.platform
        content = platform.content
        feeds = platform.feeds
        media = platform.media
        library = MediaLibrary(platform: platform, now: parts.now)
        pictures = ArticlePictures(platform: platform, library: library, fetcher: parts.pictures)
        covers = ArticleCovers(platform: platform)
        audit = platform.audit
        templates = { AppTemplates(platform: platform, app: $0) }
        preview = PagePreview(platform: platform)
        checks = ArticleChecks(platform: platform, pictures: pictures)
        runner = parts.feeds
        publisher = parts.publisher
        collector = parts.collector
        testDevices = platform.testDevices
        formerTitles = FormerTitles(platform.releases, parts.publisher)
    }

    /// What the home page asks of the collector.
    var behaviour: Behaviour { Behaviour(collector: collector) }

    var wing: Wing { .content }

    var menu: [MenuSection] {
        [
            MenuSection(heading: nil, entries: [MenuEntry(address: "/portal/", name: "Home")]),
            MenuSection(
                heading: "Content",
                entries: [
                    MenuEntry(address: "/portal/content", name: "Articles"),
                    MenuEntry(address: "/portal/media", name: "Media"),
                    MenuEntry(address: "/portal/hubs", name: "Hubs and channels"),
                    MenuEntry(address: "/portal/feeds", name: "Feeds"),
                    MenuEntry(address: "/portal/tags", name: "Tags"),
                    MenuEntry(address: "/portal/templates", name: "Templates"),
                    MenuEntry(address: "/portal/publish", name: "Publish"),
                    MenuEntry(address: "/portal/releases", name: "Releases"),
                    MenuEntry(address: "/portal/calendar", name: "Calendar"),
                    MenuEntry(address: "/portal/files", name: "App files"),
                ]),
            MenuSection(
                heading: "Insights",
                entries: [
                    MenuEntry(address: "/portal/report", name: "Report"),
                    MenuEntry(address: "/portal/live", name: "Live events"),
                    MenuEntry(address: "/portal/devices", name: "Devices"),
                ]),
        ]
    }

    var scripts: [String] { ["content.js", "media.js", "editor.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            HomeRoom(desk: desk, wing: self), ContentRoom(desk: desk, wing: self),
            SelectedArticlesRoom(desk: desk, wing: self), ArticleRoom(desk: desk, wing: self),
            PreviewRoom(desk: desk, wing: self), HubsRoom(desk: desk, wing: self), HubRoom(desk: desk, wing: self),
            ChannelRoom(desk: desk, wing: self), FeedsRoom(desk: desk, wing: self), TagsRoom(desk: desk, wing: self),
            TemplatesRoom(desk: desk, wing: self), PublishRoom(desk: desk, wing: self),
            ReleasesRoom(desk: desk, wing: self), ArticleStateRoom(desk: desk, wing: self),
            ArticleHistoryRoom(desk: desk, wing: self), CalendarRoom(desk: desk, wing: self),
            MediaRoom(desk: desk, wing: self), UnusedMediaRoom(desk: desk, wing: self),
            MediaFileRoom(desk: desk, wing: self),
            AppFilesRoom(desk: desk, wing: self), DevicesRoom(desk: desk, wing: self),
            DeviceRoom(desk: desk, wing: self),
            ReportRoom(desk: desk, wing: self),
        ]
    }
}

extension ContentWing {
    /// The article that a path names with `hub` and `id`.
    func article(_ context: some RequestContext, _ visit: Visit) async throws -> ArticleRecord {
        let scope = try visit.scope()
        let uri = try ContentURI(
            "\(ContentURI.scheme)://\(try context.parameters.require("hub"))/a/\(try context.parameters.require("id"))")
        guard let article = try await content.article(uri, app: scope.app) else {
            throw PortalError(.notFound, "There is no article \(uri).")
        }
        return article
    }
}
