import Foundation
import MarqueeWire
import PlatformStore

/// Turns an app's content into pages, objects and manifests.
///
/// Equal content and templates give equal hashes.
struct ReleaseBuilder {
    let objects: any ObjectStore
    var progress: PublishingStep.Report?

    /// - Throws: ``PublishingError`` with `empty` when a hub has nothing to show, `template`, or the store's.
    func build(_ content: AppContent, app: String, templates: PageTemplates, at time: Timestamp) async throws
        -> BuiltRelease
    {
        let selected = ContentSelection(content, at: time)
        try selected.requirePublishable(app: app)
        var release = BuiltRelease()
        release.warnings = selected.warnings
        release.nextChange = selected.nextChange
        release.live = selected.hubs.flatMap(\.channels).flatMap(\.articles).map {
            LiveArticle($0.uri, version: $0.version, expires: $0.content.schedule.expires)
        }
        let total = selected.hubs.flatMap(\.channels).reduce(0) { $0 + $1.articles.count }
        var done = 0
        for hub in selected.hubs {
            let assets = content.assets.filter { $0.hub == hub.record.id }
            let media = content.media(of: hub.record.id)
            let renderer = ArticleRenderer(
                content: selected, sizes: try await sizes(of: assets, knowing: media), media: media)
            var articles: [ContentURI: RenderedArticle] = [:]
            for article in hub.channels.flatMap(\.articles) {
                articles[article.uri] = renderer.render(article)
                done += 1
                progress?(.rendering, done, total)
            }
            try add(hub, articles, assets: assets, templates: templates, to: &release)
        }
        return release
    }

    /// Reads the pixel sizes of images from the headers of their files, unless they are known.
    func sizes(of assets: [AssetRecord], knowing media: [String: MediaRecord]) async throws -> [String: ImageSize?] {
        var known: [String: MediaRecord.Size] = [:]
        // No page shows a thumbnail, so its size does not matter.
        var others: Set<String> = []
        for record in media.values {
            known.merge(record.sizes) { $1 }
            if let thumbnail = record.variants.thumbnail { others.insert(thumbnail) }
        }
        var sizes: [String: ImageSize?] = [:]
        for asset in assets {
            if let size = known[asset.name] {
                sizes[asset.name] = ImageSize(width: size.width, height: size.height)
                continue
            }
            guard !others.contains(asset.name) else {
                sizes[asset.name] = .some(nil)
                continue
            }
            guard asset.mediaType.hasPrefix("image/") else {
                sizes[asset.name] = .some(nil)
                continue
            }
            let data = try await objects.data(asset.object.sha256, verifying: false)
            sizes[asset.name] = .some(data.flatMap { ImageFormat($0)?.size })
        }
        return sizes
    }

    private func add(
        _ hub: ContentSelection.Hub, _ articles: [ContentURI: RenderedArticle], assets: [AssetRecord],
        templates: PageTemplates, to release: inout BuiltRelease
    ) throws {
        let style = release.add(Data(templates.style.utf8))
        let styleName = "page-\(style.sha256.hex.prefix(16)).css"
        let pages = HubPages(hub: hub, templates: templates, articles: articles, styleName: styleName)
        var pool = AssetPool(assets)

        let front = try pages.hubPage()
        let item = Manifest.Item(
            uri: hub.record.uri, title: hub.record.title,
            summary: hub.record.summary.isEmpty ? nil : hub.record.summary,
            tags: hub.record.tags, language: hub.record.language, page: release.add(Data(front.html.utf8)))
        let sheet = Manifest.Asset(
            uri: ContentURI(hub: hub.record.id, .asset(styleName)), mediaType: "text/css; charset=utf-8", object: style)
        try add(Manifest(uri: hub.record.uri, items: [item], assets: [sheet] + pool.take(front.assets)), to: &release)

        for channel in hub.channels {
            let list = try pages.channelPage(channel)
            var items = [
                Manifest.Item(
                    uri: channel.record.uri, title: channel.record.title,
                    summary: channel.record.summary.isEmpty ? nil : channel.record.summary, tags: channel.record.tags,
                    language: hub.record.language, page: release.add(Data(list.html.utf8)))
            ]
            var used = list.assets
            for record in channel.articles {
                guard let article = articles[record.uri] else { continue }
                let page = release.add(Data(try pages.articlePage(article, in: channel.record).utf8))
                items.append(Self.item(article, language: hub.record.language, page: page))
                used += article.assets
            }
            try add(Manifest(uri: channel.record.uri, items: items, assets: pool.take(used)), to: &release)
        }
    }

    private func add(_ manifest: Manifest, to release: inout BuiltRelease) throws {
        let reference = release.add(try manifest.encoded())
        release.manifests.append((ManifestReference(uri: manifest.uri, object: reference), manifest))
    }

    private static func item(_ article: RenderedArticle, language: String, page: ObjectReference) -> Manifest.Item {
        let content = article.record.content
        return Manifest.Item(
            uri: article.record.uri, title: content.title, summary: article.summary.isEmpty ? nil : article.summary,
            tags: content.tags,
            published: content.schedule.published, expires: content.schedule.expires, source: content.source,
            language: content.language ?? language, page: page)
    }
}

extension AppContent {
    /// What is known of the assets of a hub, by name.
    func media(of hub: String) -> [String: MediaRecord] {
        Dictionary(media.filter { $0.hub == hub }.map { ($0.name, $0) }) { first, _ in first }
    }
}
