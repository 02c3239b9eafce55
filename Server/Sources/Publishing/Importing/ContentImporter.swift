import Foundation
import MarqueeWire
public import PlatformStore

/// Brings articles from a folder, from a feed or from the caller into a hub.
///
/// A source that cannot be read changes nothing. Problems with single articles are reported, and the other articles are
/// imported in one transaction. Importing the same source again changes only what changed in the source.
///
///     let report = try await ContentImporter(platform: platform).run(ImportRequest(source: "posts", app: "demo", hub:
///     "News"))
public struct ContentImporter: Sendable {
    /// How long an import may wait for others: for its feed, for images, and for the one that was begun last.
    public static let longestWait = AssetCollector.maximumFetchTime + .seconds(60)
    /// The largest feed, in bytes.
    public static let maximumFeedSize = 32 * 1024 * 1024

    private let platform: Platform
    private let fetcher: any SourceFetcher

    /// Imports into `platform`; `fetcher` loads remote documents.
    public init(platform: Platform, fetcher: any SourceFetcher = HTTPSourceFetcher()) {
        self.platform = platform
        self.fetcher = fetcher
    }

    /// Imports one source into one hub, and makes the hub if it is missing.
    /// - Parameters:
    ///   - request: the source and the hub.
    ///   - progress: articles done and articles in all; called after each.
    /// - Returns: the changes, and the problems of single articles.
    /// - Throws: ``PublishingError`` when the source as a whole cannot be read; the hub then stays as it is.
    public func run(_ request: ImportRequest, progress: (@Sendable (Int, Int) -> Void)? = nil)
        async throws(PublishingError) -> ImportReport
    {
        do {
            return try await imported(request, progress: progress)
        } catch {
            throw PublishingError(error)
        }
    }

    private func imported(_ request: ImportRequest, progress: (@Sendable (Int, Int) -> Void)?) async throws
        -> ImportReport
    {
        let hub = try await hub(for: request)
        try await requireChannel(of: request, in: hub)
        let source = try await read(request)
        let existing = try await platform.content.assets(hub: hub.id, app: request.app)
        let assets = AssetCollector(
            request: (request.app, hub.id), platform: platform, fetcher: source.files ?? fetcher,
            folders: source.folders,
            base: source.base,
            existing: existing)
        let links = Self.links(of: source.content.articles)

        var report = ImportReport()
        report.problems = source.content.problems
        report.skippedDrafts = source.content.drafts
        var channels: [ChannelRecord] = []
        var articles: [ContentImport.Article] = []
        var unread = source.content.unread
        for (index, article) in source.content.articles.enumerated() {
            var preparation = ArticlePreparation(article: article, assets: assets, links: links, site: request.site)
            do {
                let content = try await preparation.prepared()
                try Self.check(content)
                let channel =
                    request.channel ?? channel(article.categories.first ?? "Articles", of: hub, in: &channels)
                articles.append(try Self.entry(article, content: content, channel: channel))
            } catch let error as PublishingError where error.code != .store {
                unread.insert(article.key)
                report.problems.append(
                    ImportProblem(file: article.file, kind: .unparseable, message: error.message, severity: .error))
            }
            report.problems += preparation.problems
            progress?(index + 1, source.content.articles.count)
        }
        let collected = await assets.collected
        let name = request.name ?? source.name
        report.problems += try await strangers(to: name, in: hub, among: Set(articles.map(\.key)))
        let removesMissing = source.content.isComplete && request.removesMissing ?? source.holdsAll
        let batch = ContentImport(
            app: request.app, source: name, hub: hub, channels: channels.sorted { $0.title < $1.title },
            articles: articles, unread: unread,
            assets: collected.values.sorted { $0.name < $1.name }, removesMissing: removesMissing)
        // An app with an empty hub cannot publish, so an import without articles makes no hub.
        if articles.isEmpty, try await platform.content.hub(hub.id, app: hub.app) == nil { return report }
        complete(&report, try await platform.content.apply(batch, by: request.who), collected.count, channels)
        return report
    }

    private static func links(of articles: [ImportedArticle]) -> ArticlePreparation.Links {
        var links = ArticlePreparation.Links()
        for article in articles {
            let addresses = article.content.source.map { [$0] } ?? []
            links.rendered.add(article.key, path: article.key, addresses: addresses)
            links.all.add(
                article.key, path: article.key, places: article.places, addresses: addresses + article.addresses)
        }
        return links
    }

    /// Reports when another source has already brought articles of the same keys; most likely the folder was moved.
    private func strangers(to name: String, in hub: HubRecord, among keys: Set<String>) async throws -> [ImportProblem]
    {
        let origins = try await platform.content.articles(hub: hub.id, channel: nil, app: hub.app).compactMap(\.origin)
        guard !origins.contains(where: { $0.importSource == name }) else { return [] }
        let counts = Dictionary(grouping: origins.filter { keys.contains($0.key) }, by: \.importSource)
        return counts.sorted { $0.key < $1.key }.map { source, origins in
            ImportProblem(
                file: name, kind: .duplicate,
                message: """
                    \(origins.count) of these articles are in the hub already, from \(source); import under that name \
                    to update those instead
                    """)
        }
    }

    private func complete(
        _ report: inout ImportReport, _ outcome: ImportOutcome, _ images: Int, _ channels: [ChannelRecord]
    ) {
        report.added = outcome.added
        report.changed = outcome.changed
        report.unchanged = outcome.unchanged.count
        report.removed = outcome.removed
        report.kept = outcome.kept
        report.images = images
        report.channels = channels.map(\.title).sorted()
    }

    private func hub(for request: ImportRequest) async throws -> HubRecord {
        let hubs = try await platform.content.hubs(app: request.app)
        if let found = hubs.first(where: { $0.id == request.hubID || (request.hubID == nil && $0.title == request.hub) }
        ) {
            return found
        }
        let id = request.hubID ?? Slug.of(request.hub, fallback: "hub")
        return hubs.first { $0.id == id }
            ?? HubRecord(app: request.app, id: id, title: request.hub, language: request.language)
    }

    private func requireChannel(of request: ImportRequest, in hub: HubRecord) async throws {
        guard let id = request.channel else { return }
        let uri = ContentURI(hub: hub.id, .channel(id))
        guard try await platform.content.channel(uri, app: request.app) != nil else {
            throw PublishingError(.notFound, "there is no channel \(uri) for the articles")
        }
    }

    private func channel(_ title: String, of hub: HubRecord, in channels: inout [ChannelRecord]) -> String {
        let id = Slug.of(title, fallback: "channel")
        if !channels.contains(where: { $0.id == id }) {
            channels.append(ChannelRecord(app: hub.app, hub: hub.id, id: id, title: title, tags: [title]))
        }
        return id
    }

    /// Checks an article as the store would, so that an invalid article is reported and does not fail the import.
    private static func check(_ content: ArticleContent) throws(PublishingError) {
        do { try content.check() } catch { throw PublishingError(.invalid, error.message) }
    }

    private static func entry(_ article: ImportedArticle, content: ArticleContent, channel: String) throws
        -> ContentImport.Article
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let hash = ObjectHash(of: try encoder.encode(content) + Data(channel.utf8))
        return ContentImport.Article(channel: channel, key: article.key, hash: hash.hex, content: content)
    }

    // MARK: Reading

    private struct Source {
        let name: String
        let content: SourceContent
        /// Whether the source holds all of its articles, so that a missing one was removed; a feed shows only its
        /// newest items.
        var holdsAll = false
        /// Local folders in which images are looked up, the outermost last.
        var folders: [URL] = []
        var base: URL?
        /// Fetches the files that a remote document names.
        var files: (any SourceFetcher)?
    }

    private func read(_ request: ImportRequest) async throws(PublishingError) -> Source {
        switch request.content {
        case .feed(let data)?:
            guard data.count <= Self.maximumFeedSize else {
                throw PublishingError(.tooLarge, "the feed is larger than \(Self.maximumFeedSize) bytes")
            }
            var reader = FeedReader(location: request.source)
            return Source(name: request.source, content: try reader.read(data), files: fetcher.outside)
        case .articles(let articles)?:
            return Source(
                name: request.source, content: SourceContent(articles: articles.map { ImportedArticle($0) }),
                files: fetcher.outside)
        case nil: break
        }
        if let url = URL(string: request.source), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        {
            var reader = FeedReader(location: url.absoluteString)
            let document = try await fetcher.open(url, maximum: Self.maximumFeedSize)
            let content = try reader.read(document.data)
            return Source(name: url.absoluteString, content: content, base: url, files: document.files)
        }
        let url = URL(filePath: request.source).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw PublishingError(.notFound, "there is no file or folder at \(request.source)")
        }
        if isFolder.boolValue {
            var folder = MarkdownFolder(root: url, site: request.site)
            let content = try folder.read()
            return Source(
                name: folder.root.path, content: content, holdsAll: true, folders: [folder.root, folder.siteRoot],
                base: nil)
        }
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe), data.count <= Self.maximumFeedSize else {
            throw PublishingError(
                .tooLarge, "\(request.source) cannot be read, or is larger than \(Self.maximumFeedSize) bytes")
        }
        var reader = FeedReader(location: url.path)
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return Source(name: url.path, content: try reader.read(data), folders: [folder])
    }
}
