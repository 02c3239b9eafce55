import Foundation
import MarqueeWire
import PlatformStore

/// RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1 as articles.
struct FeedReader {
    /// Where the feed came from, for reports and relative addresses.
    let location: String
    private var content = SourceContent()
    private var keys: Set<String> = []

    /// The most items that are read.
    static let maximumItems = 5000
    private static let contentModule = "http://purl.org/rss/1.0/modules/content/"
    private static let dublinCore = "http://purl.org/dc/elements/1.1/"

    init(location: String) {
        self.location = location
    }

    /// - Throws: ``PublishingError`` with `malformed` when the bytes are no feed.
    mutating func read(_ data: Data) throws(PublishingError) -> SourceContent {
        let first = data.first { !($0 == 0x20 || (0x09...0x0D).contains($0) || [0xEF, 0xBB, 0xBF].contains($0)) }
        do {
            if first == UInt8(ascii: "{") { try json(data) } else { try xml(XMLElement.parse(data)) }
        } catch let failure as XMLElement.Failure {
            throw PublishingError(
                .malformed, "\(location):\(failure.line): the feed is not well-formed: \(failure.message)")
        } catch {
            throw PublishingError(.malformed, "\(location): the feed cannot be read: \(error)")
        }
        return content
    }

    // MARK: XML

    private mutating func xml(_ root: XMLElement) throws {
        switch root.name {
        case "rss", "RDF":
            let channel = root.first("channel") ?? root
            for item in first(channel.all("item") + (root.name == "RDF" ? root.all("item") : [])) { rss(item) }
        case "feed": for entry in first(root.all("entry")) { atom(entry, feed: root) }
        default: throw XMLElement.Failure(line: root.line, message: "<\(root.name)> is neither RSS nor Atom")
        }
    }

    private mutating func rss(_ item: XMLElement) {
        let link =
            item.value("link") ?? item.first("guid").flatMap { $0.attributes["ispermalink"] == "false" ? nil : $0.text }
        let authors = (item.all("creator") + item.all("author")).map(\.text)
        let image = item.all("enclosure").first { $0.attributes["type"]?.hasPrefix("image/") == true }?.attributes[
            "url"]
        let media = (item.all("thumbnail") + item.all("content")).first {
            $0.attributes["url"] != nil && $0.attributes["medium"] != "video"
        }
        let body = item.value("encoded", in: Self.contentModule)
        let summary = item.value("description")
        add(
            key: item.value("guid") ?? link, title: item.value("title"), body: body ?? summary ?? "",
            summary: body == nil ? nil : summary,
            date: item.value("pubDate") ?? item.value("date", in: Self.dublinCore),
            authors: authors, categories: item.all("category").map(\.text), link: link,
            image: image ?? media?.attributes["url"], line: item.line)
    }

    private mutating func atom(_ entry: XMLElement, feed: XMLElement) {
        let links = entry.all("link")
        let link = links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" }?.attributes["href"]
        let image = links.first {
            $0.attributes["rel"] == "enclosure" && $0.attributes["type"]?.hasPrefix("image/") == true
        }
        func text(_ name: String) -> String? {
            guard let element = entry.first(name) else { return nil }
            switch element.attributes["type"] ?? "text" {
            case "xhtml": return element.markup
            case "html": return element.text
            default: return HTMLEscape.text(element.text)
            }
        }
        let people = entry.all("author").isEmpty ? feed.all("author") : entry.all("author")
        add(
            key: entry.value("id") ?? link, title: entry.value("title"), body: text("content") ?? text("summary") ?? "",
            summary: entry.first("content") == nil ? nil : text("summary"),
            date: entry.value("published") ?? entry.value("updated"), authors: people.compactMap { $0.value("name") },
            categories: entry.all("category").compactMap { $0.attributes["label"] ?? $0.attributes["term"] },
            link: link,
            image: image?.attributes["href"], line: entry.line)
    }

    // MARK: JSON

    private mutating func json(_ data: Data) throws {
        guard let feed = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            (feed["version"] as? String)?.contains("jsonfeed.org") == true,
            let items = feed["items"] as? [[String: Any]]
        else { throw PublishingError(.malformed, "it is no JSON Feed") }
        for item in first(items) {
            let people = (item["authors"] as? [[String: Any]] ?? feed["authors"] as? [[String: Any]] ?? [])
            let single = (item["author"] as? [String: Any]).map { [$0] } ?? []
            let plain = (item["content_text"] as? String).map { "<p>\(HTMLEscape.text($0))</p>" }
            let attachments = item["attachments"] as? [[String: Any]] ?? []
            let attached =
                attachments.first { ($0["mime_type"] as? String)?.hasPrefix("image/") == true }?["url"] as? String
            let key = (item["id"] as? String) ?? (item["id"] as? NSNumber)?.stringValue
            let link = item["url"] as? String
            add(
                key: key ?? link, title: item["title"] as? String,
                body: item["content_html"] as? String ?? plain ?? "", summary: item["summary"] as? String,
                date: item["date_published"] as? String ?? item["date_modified"] as? String,
                authors: (people + single).compactMap { $0["name"] as? String },
                categories: item["tags"] as? [String] ?? [],
                link: link ?? item["external_url"] as? String,
                image: item["image"] as? String ?? item["banner_image"] as? String ?? attached, line: nil)
        }
    }

    // MARK: Common

    /// The items that are read.
    private mutating func first<Item>(_ items: [Item]) -> ArraySlice<Item> {
        if items.count > Self.maximumItems {
            content.isComplete = false
            report(nil, .tooLarge, "of \(items.count) items the first \(Self.maximumItems) are read", .error)
        }
        return items.prefix(Self.maximumItems)
    }

    private mutating func add(
        key: String?, title: String?, body: String, summary: String?, date: String?, authors: [String],
        categories: [String], link: String?, image: String?, line: Int?
    ) {
        guard let key = key?.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty else {
            return report(line, .unparseable, "an item has neither an id nor a link", .error)
        }
        guard keys.insert(key).inserted else {
            return report(line, .duplicate, "the id \"\(key)\" is given twice; the first item counts", .error)
        }
        if title == nil { report(line, .missingTitle, "\"\(key)\" has no title") }
        let published = date.flatMap(DateText.parse)
        if let date, published == nil { report(line, .badDate, "\"\(date)\" is not a date") }
        let names = categories.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        let plain = PlainText.of(summary ?? "")
        let source = link.flatMap { URL(string: $0, relativeTo: URL(string: location))?.absoluteString }
        let article = ArticleContent(
            title: PlainText.of(title ?? "").isEmpty
                ? PlainText.beginning(of: body, limit: 80) : PlainText.of(title ?? ""),
            summary: plain, body: body, format: .html,
            authors: Ordered.unique(
                authors.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }),
            tags: Ordered.unique(names), source: source?.hasPrefix("http") == true ? source : nil,
            schedule: ArticleSchedule(published: published))
        content.articles.append(
            ImportedArticle(
                key: key, categories: names, content: article, image: image.map { ($0, title ?? "") }, original: body,
                file: line.map { "\(location):\($0)" } ?? location))
    }

    private mutating func report(
        _ line: Int?, _ kind: ImportProblem.Kind, _ message: String, _ severity: ImportProblem.Severity = .warning
    ) {
        content.problems.append(
            ImportProblem(file: location, line: line, kind: kind, message: message, severity: severity))
    }
}
