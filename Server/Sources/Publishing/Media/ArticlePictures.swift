import Foundation
import MarqueeWire
public import PlatformStore
import Synchronization

/// The pictures of an article while it is written: pictures from elsewhere come into the library.
public struct ArticlePictures: Sendable {
    /// The most pictures that one save fetches.
    public static let maximumFetches = 20
    /// How long one save begins to fetch pictures; those that are left stay as they are until the next save. A fetch that
    /// has begun has the fetcher's own time.
    public static let maximumTime = Duration.seconds(20)

    private let library: MediaLibrary
    private let platform: Platform
    private let fetcher: any SourceFetcher
    private let reasons = Reasons()

    /// Fetches through `fetcher`, which keeps to public addresses.
    public init(platform: Platform, library: MediaLibrary, fetcher: any SourceFetcher) {
        self.platform = platform
        self.library = library
        self.fetcher = fetcher.outside
    }

    /// A picture that could not be had.
    public struct Failure: Sendable, Hashable {
        /// As the article writes it.
        public let address: String
        /// A sentence that says why.
        public let reason: String
    }

    /// Brings the pictures that a text shows from the web into its hub's library, and names them there in the text.
    /// - Returns: the content with the library's names, and the pictures that could not be had, which stay as they are.
    /// - Throws: `store`.
    public func collect(
        _ content: ArticleContent, hub: String, app: String, by who: String
    ) async throws(PublishingError) -> (content: ArticleContent, failures: [Failure]) {
        var rewriter = ReferenceRewriter()
        var failures: [Failure] = []
        let start = ContinuousClock.now
        for (index, image) in Self.external(content).enumerated() {
            do throws(PublishingError) {
                guard index < Self.maximumFetches, start.duration(to: .now) < Self.maximumTime else {
                    throw PublishingError(
                        .tooLarge, "There were too many pictures for one save. Save again to get the rest.")
                }
                rewriter.images[image.source] = try await name(of: image, hub: hub, app: app, by: who)
            } catch {
                guard error.code != .store else { throw error }
                let end = error.message.hasSuffix(".") ? "" : "."
                reasons.keep(
                    "\(error.message)\(end) Save again, or upload the picture.", for: image.source, hub: hub, app: app)
                failures.append(Failure(address: image.source, reason: error.message))
            }
        }
        guard !rewriter.images.isEmpty else { return (content, failures) }
        var changed = content
        let (text, missed, _) = rewriter.rewritten(content.body, format: content.format)
        changed.body = text
        for address in missed.sorted() {
            let name = rewriter.images[address] ?? ""
            let reason =
                "The text writes its address in an unusual way. The library has the picture: write \(name) in place of it."
            reasons.keep(reason, for: address, hub: hub, app: app)
            failures.append(Failure(address: address, reason: reason))
        }
        return (changed, failures)
    }

    /// Why a picture from the web could not be had when an article was saved, with what helps, in sentences; `nil` when
    /// nothing is known.
    func reason(for address: String, hub: String, app: String) -> String? {
        reasons.reason(for: address, hub: hub, app: app)
    }

    /// What the editor writes where an alternative text belongs.
    public static let placeholder = "Describe the picture"

    typealias Image = (source: String, alt: String)

    private static func images(_ content: ArticleContent) -> [Image] { images(content.body, content.format) }

    /// The pictures that a text shows, each once, in their order.
    static func images(_ body: String, _ format: ArticleContent.Format) -> [Image] {
        var sanitizer = HTMLSanitizer()
        guard let html = format == .markdown ? try? MarkdownRenderer.html(body) : body,
            let page = try? sanitizer.sanitize(html)
        else { return [] }
        var seen: Set<String> = []
        return page.images.filter { seen.insert("\($0.source)\n\($0.alt)").inserted }
    }

    private static func external(_ content: ArticleContent) -> [Image] {
        var seen: Set<String> = []
        return images(content).filter { image in
            isExternal(image.source) && image.source.utf8.count <= HTMLSanitizer.maximumAddress
                && seen.insert(image.source).inserted
        }
    }

    /// The name of the asset that a picture's address in a text means.
    static func name(in source: String) -> String {
        var name = source[...]
        for prefix in ["../", "./", "/"] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        if name.hasPrefix("assets/") { name = name.dropFirst("assets/".count) }
        return String(name)
    }

    static func isExternal(_ source: String) -> Bool {
        let lower = source.lowercased()
        return lower.hasPrefix("https://") || lower.hasPrefix("http://")
    }

    private func name(of image: Image, hub: String, app: String, by who: String) async throws(PublishingError) -> String
    {
        guard let url = URL(string: image.source) else {
            throw PublishingError(.unreachable, "It is no web address.")
        }
        do throws(StoreError) {
            if let known = try await platform.media.media(digest: nil, address: url.absoluteString, hub: hub, app: app)
            {
                return known.name
            }
        } catch {
            throw PublishingError(error)
        }
        let data = try await fetcher.fetch(url, maximum: MediaLimits.pictureSize)
        guard try MediaFormat(data).kind == .picture else {
            throw PublishingError(.malformed, "The address leads to no picture.")
        }
        let upload = MediaUpload(
            fileName: url.lastPathComponent, content: JobFileContent(data), address: url,
            description: .init(alt: PlainText.prefix(image.alt, bytes: MediaRecord.Description.maximumSize)))
        return try await library.add(upload, hub: hub, app: app, by: who).media.name
    }
}

/// Why pictures could not be had, for the page that follows a save. They are words for a person, so a restart may forget them.
private final class Reasons: Sendable {
    private static let most = 1000

    private let kept = Mutex<[String: String]>([:])

    func keep(_ reason: String, for address: String, hub: String, app: String) {
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept["\(app)/\(hub)/\(address)"] = String(reason.prefix(500))
        }
    }

    func reason(for address: String, hub: String, app: String) -> String? {
        kept.withLock { $0["\(app)/\(hub)/\(address)"] }
    }
}
