public import Foundation
public import MarqueeWire
public import PlatformStore

/// Pages as a device would show them, drafts included, for the portal.
public struct PagePreview: Sendable {
    private let platform: Platform
    private let now: @Sendable () -> Timestamp

    /// Renders the stored content as it would be published at `now`.
    public init(platform: Platform, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.platform = platform
        self.now = now
    }

    /// The page of a hub, channel or article as HTML.
    /// - Parameters:
    ///   - uri: the hub, channel or article.
    ///   - app: the app it belongs to.
    ///   - theme: `light` or `dark`; `nil` leaves it to the browser.
    ///   - draft: an unsaved template, in place of the app's.
    /// - Returns: the page that a device gets, before the device orders the cards for its user.
    /// - Throws: `notFound` when the page does not exist, `template` when the app's own template does not render.
    public func page(
        _ uri: ContentURI, app: String, theme: String? = nil, draft: (name: String, text: String)? = nil
    ) async throws(PublishingError) -> String {
        do {
            let content = try await platform.content.content(app: app)
            return try await page(uri, in: content, app: app, theme: theme, draft: draft)
        } catch {
            throw PublishingError(error)
        }
    }

    /// The page of an article as an editor holds it, saved or not, among the app's stored content.
    /// - Throws: `notFound` when its hub or channel does not exist.
    public func page(of draft: ArticleRecord, theme: String? = nil) async throws(PublishingError) -> String {
        do {
            let stored = try await platform.content.content(app: draft.app)
            let articles = stored.articles.filter { $0.uri != draft.uri } + [draft]
            let content = AppContent(
                hubs: stored.hubs, channels: stored.channels, articles: articles, assets: stored.assets)
            return try await page(draft.uri, in: content, app: draft.app, theme: theme)
        } catch {
            throw PublishingError(error)
        }
    }

    private func page(
        _ uri: ContentURI, in content: AppContent, app: String, theme: String?,
        draft: (name: String, text: String)? = nil
    ) async throws -> String {
        let selected = ContentSelection(content, at: now(), includesUnreleased: true)
        guard let hub = selected.hubs.first(where: { $0.record.id == uri.hub }) else { throw Self.missing(uri) }
        let templates = try PageTemplates(records: try await records(app, draft: draft))
        let sizes = try await ReleaseBuilder(objects: platform.objects).sizes(
            of: content.assets.filter { $0.hub == uri.hub })
        let renderer = ArticleRenderer(content: selected, sizes: sizes)
        var articles: [ContentURI: RenderedArticle] = [:]
        for article in hub.channels.flatMap(\.articles) where uri.resourceType != .article || article.uri == uri {
            articles[article.uri] = renderer.render(article)
        }
        let pages = HubPages(
            hub: hub, templates: templates, articles: articles, styleName: Self.styleName, theme: theme)
        switch uri.place {
        case .hub: return try pages.hubPage().html
        case .channel(let id):
            guard let channel = hub.channels.first(where: { $0.record.id == id }) else { throw Self.missing(uri) }
            return try pages.channelPage(channel).html
        case .article:
            guard let article = articles[uri],
                let channel = hub.channels.first(where: { $0.record.id == article.record.channel })
            else { throw Self.missing(uri) }
            return try pages.articlePage(article, in: channel.record)
        case .asset: throw Self.missing(uri)
        }
    }

    /// An asset of a previewed page, the style sheet included.
    public func asset(_ uri: ContentURI, app: String) async throws(PublishingError) -> (data: Data, mediaType: String)?
    {
        do {
            if uri.place == .asset(Self.styleName) {
                let templates = try PageTemplates(records: try await platform.templates.templates(app: app))
                return (Data(templates.style.utf8), "text/css; charset=utf-8")
            }
            guard let asset = try await platform.content.asset(uri, app: app) else { return nil }
            return try await platform.objects.data(asset.object.sha256, verifying: true).map { ($0, asset.mediaType) }
        } catch {
            throw PublishingError(error)
        }
    }

    private func records(_ app: String, draft: (name: String, text: String)?) async throws -> [TemplateRecord] {
        let stored = try await platform.templates.templates(app: app)
        guard let draft else { return stored }
        let written = TemplateRecord(app: app, name: draft.name, text: draft.text, version: 0)
        return stored.filter { $0.name != draft.name } + [written]
    }

    private static let styleName = "preview.css"

    private static func missing(_ uri: ContentURI) -> PublishingError {
        PublishingError(.notFound, "there is no page \(uri)")
    }
}
