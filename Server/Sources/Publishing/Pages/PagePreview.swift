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
            let content =
                uri.resourceType == .article
                ? try await platform.content.content(app: app, textsOf: [uri])
                : try await platform.content.content(app: app)
            return try await page(uri, in: content, app: app, theme: theme, draft: draft)
        } catch {
            throw PublishingError(error)
        }
    }

    /// What a preview shows of an article in an editor.
    public enum View: String, Sendable, CaseIterable {
        /// The article's own page.
        case article
        /// The page of its channel, with the article's card alone.
        case card
        /// The page of its channel, with the cards around the article's.
        case channel
    }

    /// The most cards of a channel's preview: an editor asks for it while somebody types.
    private static let mostCards = 30

    /// A page with an article as an editor holds it, saved or not, among the app's stored content.
    /// - Throws: `notFound` when its hub or channel does not exist.
    public func page(of draft: ArticleRecord, as view: View = .article, theme: String? = nil)
        async throws(PublishingError) -> String
    {
        do {
            // Somebody types: only texts that the page shows are read.
            var content = try await self.content(around: draft, textsOf: [])
            guard view != .article else { return try await page(draft.uri, in: content, app: draft.app, theme: theme) }
            let channel = ContentURI(hub: draft.hub, .channel(draft.channel))
            let cards = view == .card ? [draft.uri] : Self.cards(around: draft, content.articles)
            if view == .channel { content = try await self.content(around: draft, textsOf: cards) }
            return try await page(channel, in: content, app: draft.app, theme: theme, cards: cards)
        } catch {
            throw PublishingError(error)
        }
    }

    /// The app's content with the draft in its place; only the named articles, and the draft, have their texts.
    private func content(around draft: ArticleRecord, textsOf cards: Set<ContentURI>) async throws -> AppContent {
        let stored = try await platform.content.content(app: draft.app, textsOf: cards)
        return AppContent(
            hubs: stored.hubs, channels: stored.channels, articles: Self.inserting(draft, into: stored.articles),
            assets: stored.assets, media: stored.media)
    }

    /// The articles with the draft in its place: its own, or the front of the channel that it is new in.
    private static func inserting(_ draft: ArticleRecord, into stored: [ArticleRecord]) -> [ArticleRecord] {
        var articles = stored
        if let index = articles.firstIndex(where: { $0.uri == draft.uri && $0.channel == draft.channel }) {
            articles[index] = draft
            return articles
        }
        articles.removeAll { $0.uri == draft.uri }
        let front = articles.firstIndex { $0.hub == draft.hub && $0.channel == draft.channel }
        articles.insert(draft, at: front ?? articles.endIndex)
        return articles
    }

    /// The articles of the draft's channel, at most ``mostCards``; the draft is one of them.
    private static func cards(around draft: ArticleRecord, _ articles: [ArticleRecord]) -> Set<ContentURI> {
        let own = articles.filter { $0.hub == draft.hub && $0.channel == draft.channel }.map(\.uri)
        let index = own.firstIndex(of: draft.uri) ?? 0
        return Set(own.dropFirst(index < mostCards ? 0 : index - mostCards / 2).prefix(mostCards))
    }

    /// - Parameter cards: the articles whose cards a channel's page shows; `nil` for all of them.
    private func page(
        _ uri: ContentURI, in content: AppContent, app: String, theme: String?,
        draft: (name: String, text: String)? = nil, cards: Set<ContentURI>? = nil
    ) async throws -> String {
        let selected = ContentSelection(content, at: now(), includesUnreleased: true)
        guard let hub = selected.hubs.first(where: { $0.record.id == uri.hub }) else { throw Self.missing(uri) }
        let templates = try PageTemplates(records: try await records(app, draft: draft))
        let media = content.media(of: uri.hub)
        let sizes = try await ReleaseBuilder(objects: platform.objects).sizes(
            of: content.assets.filter { $0.hub == uri.hub }, knowing: media)
        let renderer = ArticleRenderer(content: selected, sizes: sizes, media: media)
        var articles: [ContentURI: RenderedArticle] = [:]
        for article in hub.channels.flatMap(\.articles) where uri.resourceType != .article || article.uri == uri {
            guard cards?.contains(article.uri) ?? true else { continue }
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

    /// What a previewed page asks for.
    public enum Asset: Sendable {
        /// The style sheet as the app's template has it now.
        case style(String)
        /// A file of the hub, to be read in parts.
        case file(StoredFile, AssetRecord)
    }

    /// An asset of a previewed page, the style sheet included.
    public func asset(_ uri: ContentURI, app: String) async throws(PublishingError) -> Asset? {
        do {
            if uri.place == .asset(Self.styleName) {
                let templates = try PageTemplates(records: try await platform.templates.templates(app: app))
                return .style(templates.style)
            }
            guard let asset = try await platform.content.asset(uri, app: app) else { return nil }
            return try await platform.objects.file(asset.object.sha256, as: .identity).map { .file($0, asset) }
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
