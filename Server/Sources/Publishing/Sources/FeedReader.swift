import Foundation
import MarqueeWire
import PlatformStore
import XMLTree

/// RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1 as articles.
struct FeedReader {
    /// The feed's location, for reports and relative addresses.
    let location: String
    private var content = SourceContent()
    private var keys: Set<String> = []

    /// The largest number of items that are read.
    static let maximumItems = 5000

    init(location: String) {
        self.location = location
    }

    /// An item of any kind of feed.
    struct Item {
        var key: String?
        /// Plain text.
        var title: String?
        /// HTML.
        var body = ""
        /// HTML.
        var summary: String?
        var date: String?
        var authors: [String] = []
        var categories: [String] = []
        var link: String?
        var image: String?
        /// The base of relative addresses in the item's texts, when it is not the feed's own address.
        var base: URL?
        var line: Int?
        /// The parts that could not be read, as sentences.
        var losses: [String] = []
    }

    /// - Throws: ``PublishingError`` with `malformed` when the bytes are not a feed.
    mutating func read(_ data: Data) throws(PublishingError) -> SourceContent {
        let first = data.first { !($0 == 0x20 || (0x09...0x0D).contains($0) || [0xEF, 0xBB, 0xBF].contains($0)) }
        do {
            let items = first == UInt8(ascii: "{") ? try JSONFeed.items(data) : try xml(data)
            if items.count > Self.maximumItems {
                content.isComplete = false
                report(nil, .tooLarge, "of \(items.count) items the first \(Self.maximumItems) are read", .error)
            }
            for item in items.prefix(Self.maximumItems) { add(item) }
        } catch let failure as XMLElement.Failure {
            throw PublishingError(
                .malformed, "\(location):\(failure.line): the feed is not well-formed: \(failure.message)")
        } catch {
            throw PublishingError(.malformed, "\(location): the feed cannot be read: \(error)")
        }
        return content
    }

    private func xml(_ data: Data) throws -> [Item] {
        let root = try XMLElement.parse(data, location: address)
        switch root.name {
        case "rss", "RDF": return RSSFeed.items(root)
        case "feed": return AtomFeed.items(root)
        default: throw XMLElement.Failure(line: root.line, message: "<\(root.name)> is neither RSS nor Atom")
        }
    }

    /// The feed's own address; `nil` for a file.
    private var address: URL? { location.hasPrefix("http") ? URL(string: location) : nil }

    private mutating func add(_ item: Item) {
        let key = key(of: item)
        guard keys.insert(key).inserted else {
            return report(item.line, .duplicate, "the id \"\(key)\" is given twice; the first item counts", .error)
        }
        for loss in item.losses { report(item.line, .unsupportedMarkup, "\"\(key)\": \(loss)") }
        let title = title(of: item, key: key)
        let published = item.date.flatMap(DateText.parse)
        if let date = item.date, published == nil { report(item.line, .badDate, "\"\(date)\" is not a date") }
        let names = item.categories.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        let authors = item.authors.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        let base = item.base ?? address
        let source = item.link.flatMap { URL(string: $0, relativeTo: base)?.absoluteString }
        let article = ArticleContent(
            title: title, summary: PlainText.of(item.summary ?? ""), body: item.body, format: .html,
            authors: Ordered.unique(authors), tags: Ordered.unique(names),
            source: source?.hasPrefix("http") == true ? source : nil,
            schedule: ArticleSchedule(published: published))
        content.articles.append(
            ImportedArticle(
                key: key, categories: names, content: article, image: item.image.map { ($0, title) },
                base: item.base == address ? nil : item.base, original: item.body,
                file: item.line.map { "\(location):\($0)" } ?? location))
    }

    private mutating func title(of item: Item, key: String) -> String {
        let written = PlainText.collapse(item.title ?? "")
        if written.isEmpty { report(item.line, .missingTitle, "\"\(key)\" has no title") }
        let whole = written.isEmpty ? PlainText.beginning(of: item.body, limit: 80) : written
        let title = PlainText.title(whole)
        if title != whole {
            report(item.line, .tooLarge, "the title of \"\(key)\" has \(whole.utf8.count) bytes and is cut")
        }
        return title
    }

    /// An item is identified by its id or link; an item without either by its title and date, or by its text.
    private mutating func key(of item: Item) -> String {
        for key in [item.key, item.link] {
            if let key = key?.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty { return key }
        }
        let title = PlainText.collapse(item.title ?? "")
        let parts = title.isEmpty ? [item.body] : [title, item.date ?? ""]
        let key = "derived-\(ObjectHash(of: Data(parts.joined(separator: "\n").utf8)).hex.prefix(16))"
        let kept = title.isEmpty ? "its text stays" : "its title and date stay"
        report(
            item.line, .missingID,
            "an item has neither an id nor a link; it is known as \(key) as long as \(kept) the same")
        return key
    }

    private mutating func report(
        _ line: Int?, _ kind: ImportProblem.Kind, _ message: String, _ severity: ImportProblem.Severity = .warning
    ) {
        content.problems.append(
            ImportProblem(file: location, line: line, kind: kind, message: message, severity: severity))
    }
}
