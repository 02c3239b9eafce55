import Collector
import Foundation
import PlatformStore
import Publishing

/// Content and how it is read: hubs, channels, articles, feeds, tags, templates, releases, reports and devices.
struct ContentWing: PortalWing {
    let content: any ContentStore
    let feeds: any FeedSourceStore
    /// What was changed since the last release.
    let audit: any AuditLog
    /// Runs a feed when somebody asks for it.
    let runner: FeedRunner
    let publisher: Publisher
    /// Reports, live events and devices.
    let collector: Collector
    /// The templates of an app, by its id.
    let templates: @Sendable (String) -> AppTemplates
    let preview: PagePreview

    init(_ parts: PortalParts) {
        let platform = parts.platform
        content = platform.content
        feeds = platform.feeds
        audit = platform.audit
        templates = { AppTemplates(platform: platform, app: $0) }
        preview = PagePreview(platform: platform)
        runner = parts.feeds
        publisher = parts.publisher
        collector = parts.collector
    }

    /// A page's subtitle, with whose events the page shows when they are not those of all devices.
    func subtitle(_ text: String) -> String {
        collector.server.map { "\(text) · events that the server \($0) took" } ?? text
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
                    MenuEntry(address: "/portal/hubs", name: "Hubs and channels"),
                    MenuEntry(address: "/portal/feeds", name: "Feeds"),
                    MenuEntry(address: "/portal/tags", name: "Tags"),
                    MenuEntry(address: "/portal/templates", name: "Templates"),
                    MenuEntry(address: "/portal/publish", name: "Publish"),
                    MenuEntry(address: "/portal/releases", name: "Releases"),
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

    var scripts: [String] { ["content.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            HomeRoom(desk: desk, wing: self), ContentRoom(desk: desk, wing: self), ArticleRoom(desk: desk, wing: self),
            PreviewRoom(desk: desk, wing: self), HubsRoom(desk: desk, wing: self), HubRoom(desk: desk, wing: self),
            ChannelRoom(desk: desk, wing: self), FeedsRoom(desk: desk, wing: self), TagsRoom(desk: desk, wing: self),
            TemplatesRoom(desk: desk, wing: self), ReleasesRoom(desk: desk, wing: self),
            DevicesRoom(desk: desk, wing: self), ReportRoom(desk: desk, wing: self),
        ]
    }
}
