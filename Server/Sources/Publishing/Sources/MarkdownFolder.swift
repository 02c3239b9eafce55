import Foundation
import MarqueeWire
import PlatformStore
import Synchronization

/// A folder of Markdown files as Jekyll, Hugo, Zola or a person lays it out.
struct MarkdownFolder {
    /// The most files that are read.
    static let maximumFiles = 20_000

    let root: URL
    /// Where absolute image paths start: the folder beside `_posts` or `content`.
    let siteRoot: URL
    private let site: String
    private var content = SourceContent()
    /// Titles of sections by folder, from their `_index.md`.
    private var sections: [String: String] = [:]

    init(root: URL, site: URL?) {
        let standard = root.standardizedFileURL.resolvingSymlinksInPath()
        self.root = standard
        siteRoot =
            ["_posts", "content", "posts", "_drafts"].contains(standard.lastPathComponent)
            ? standard.deletingLastPathComponent() : standard
        let address = site?.absoluteString ?? ""
        self.site = address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    mutating func read() throws(PublishingError) -> SourceContent {
        let files = try markdownFiles()
        for file in files where file.lastPathComponent.hasPrefix("_index.") {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            sections[folder(of: path(file))] = FrontMatter(text).text("title")
        }
        for file in files where !file.lastPathComponent.hasPrefix("_index.") { read(file) }
        content.articles.sort {
            ($0.content.schedule.published?.milliseconds ?? 0, $1.key) > (
                $1.content.schedule.published?.milliseconds ?? 0, $0.key
            )
        }
        return content
    }

    private mutating func markdownFiles() throws(PublishingError) -> [URL] {
        let keys: [URLResourceKey] = [.isRegularFileKey]
        let unreadable = Mutex<[(folder: URL, reason: String)]>([])
        guard
            let walker = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles],
                errorHandler: { url, error in
                    unreadable.withLock { $0.append((url, error.localizedDescription)) }
                    return true
                })
        else {
            throw PublishingError(.notFound, "\(root.path) cannot be read as a folder")
        }
        var files: [URL] = []
        for case let file as URL in walker where ["md", "markdown", "mkd"].contains(file.pathExtension.lowercased()) {
            files.append(file.standardizedFileURL)
            guard files.count <= Self.maximumFiles else {
                throw PublishingError(.tooLarge, "\(root.path) has more than \(Self.maximumFiles) Markdown files")
            }
        }
        for (folder, reason) in unreadable.withLock({ $0 }) {
            content.isComplete = false
            report(path(folder), nil, .unparseable, "the folder cannot be read: \(reason)", .error)
        }
        return files.sorted { $0.path < $1.path }
    }

    private func path(_ file: URL) -> String { String(file.path.dropFirst(root.path.count).drop { $0 == "/" }) }

    private func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    private mutating func read(_ file: URL) {
        let key = path(file)
        guard let data = try? Data(contentsOf: file), data.count <= ArticleContent.maximumBodySize else {
            return refuse(
                key, .tooLarge, "the file cannot be read, or is larger than \(ArticleContent.maximumBodySize) bytes")
        }
        guard let raw = String(data: data, encoding: .utf8) else {
            return refuse(key, .unparseable, "the file is not UTF-8")
        }
        let text = raw.replacing("\r\n", with: "\n").drop { $0 == "\u{FEFF}" }
        let matter = FrontMatter(String(text))
        if let failure = matter.failure { report(key, failure.line, .badFrontMatter, failure.message) }
        if matter.flag("draft") == true || matter.flag("published") == false || key.contains("_drafts/") {
            content.drafts += 1
            return
        }
        if let article = article(matter, key: key, text: String(text)) { content.articles.append(article) }
    }

    private mutating func article(_ matter: FrontMatter, key: String, text: String) -> ImportedArticle? {
        var markup = SiteMarkup(site: site)
        var body = markup.clean(matter.body)
        for leftover in markup.leftovers {
            let line = SourceLines.line(of: leftover.text, in: text)
            report(key, line, .unsupportedMarkup, "\(leftover.text) means nothing here and is left out")
        }
        let name = Self.name(key)
        let title = title(matter, body: &body, name: name.slug, key: key)
        let section = folder(of: key).split(separator: "/").first.map(String.init)
        var categories =
            ["categories", "category", "sections", "section"].flatMap { matter.list($0) }
            + matter.list("taxonomies", "categories")
        if categories.isEmpty, let section, section != "_posts", !isBundle(key) || key.split(separator: "/").count > 2 {
            categories = [sections[section] ?? section.replacing("-", with: " ").replacing("_", with: " ").capitalized]
        }
        categories = Ordered.unique(categories)
        let tags = matter.list("tags") + matter.list("taxonomies", "tags") + matter.list("keywords")
        let article = ArticleContent(
            title: title, summary: PlainText.of(summary(matter)), body: body,
            authors: Ordered.unique(matter.list("authors") + matter.list("author") + matter.list("extra", "author")),
            tags: Ordered.unique(tags + categories), language: matter.text("lang") ?? matter.text("language"),
            source: source(matter), schedule: schedule(matter, named: name.date, key: key, text: text))
        return ImportedArticle(
            key: key, categories: categories, content: article, image: image(matter, title: title), original: text,
            file: key)
    }

    private func isBundle(_ key: String) -> Bool { key.hasSuffix("/index.md") }

    /// `2016-1-05-swift-2.2` as date and slug; a leaf bundle is named by its folder.
    private static func name(_ key: String) -> (date: String?, slug: String) {
        let parts = key.split(separator: "/").map(String.init)
        var name = (parts.last ?? key).split(separator: ".").dropLast().joined(separator: ".")
        if name == "index", parts.count > 1 { name = parts[parts.count - 2] }
        guard let match = name.firstMatch(of: /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/) else { return (nil, name) }
        return (String(match.1), String(match.2))
    }

    private mutating func title(_ matter: FrontMatter, body: inout String, name: String, key: String) -> String {
        if let title = matter.text("title") { return String(title.prefix(400)) }
        if let heading = body.firstMatch(of: /(?m)^#\s+(.+?)\s*#*$/) {
            let title = String(heading.1)
            body.replaceSubrange(heading.range, with: "")
            return title
        }
        report(key, 1, .missingTitle, "there is no title; the file's name is taken")
        return name.replacing("-", with: " ").replacing("_", with: " ").capitalized
    }

    private func summary(_ matter: FrontMatter) -> String {
        for key in ["description", "summary", "excerpt", "subtitle"] { if let text = matter.text(key) { return text } }
        return matter.text("extra", "summary") ?? ""
    }

    private func source(_ matter: FrontMatter) -> String? {
        let names = [
            "canonical", "canonical_url", "canonicalURL", "source", "original_url", "external_url", "permalink", "url",
        ]
        for key in names {
            guard let text = matter.text(key) else { continue }
            if text.hasPrefix("http://") || text.hasPrefix("https://") { return text }
            if text.hasPrefix("/"), !site.isEmpty { return site + text }
        }
        return nil
    }

    private mutating func schedule(_ matter: FrontMatter, named: String?, key: String, text: String) -> ArticleSchedule
    {
        func date(_ names: [String]) -> Timestamp? {
            for name in names {
                guard let written = matter.text(name), matter.flag(name) == nil else { continue }
                if let date = DateText.parse(written) { return date }
                report(
                    key, SourceLines.line(of: written, in: text), .badDate,
                    "\(name): \"\(written.prefix(60))\" is not a date")
            }
            return nil
        }
        let published = date(["date", "pubDate", "published", "created"]) ?? named.flatMap(DateText.parse)
        return ArticleSchedule(
            published: published, embargo: date(["publishDate", "publish_date", "embargo"]),
            expires: date(["expiryDate", "expiry_date", "expires", "unpublishDate"]))
    }

    private func image(_ matter: FrontMatter, title: String) -> (String, String)? {
        for key in ["image", "featured-image", "featured_image", "hero", "cover", "thumbnail", "banner"] {
            for part in ["url", "src", "path", "image"] {
                if let location = matter.text(key, part) { return (location, matter.text(key, "alt") ?? title) }
            }
        }
        for key in ["image", "featured_image", "hero", "cover", "thumbnail", "banner"] {
            if let location = matter.text(key) { return (location, matter.text("image_alt") ?? title) }
        }
        return (matter.list("images").first ?? matter.text("extra", "image")).map { ($0, title) }
    }

    private mutating func refuse(_ key: String, _ kind: ImportProblem.Kind, _ message: String) {
        content.unread.insert(key)
        report(key, nil, kind, message, .error)
    }

    private mutating func report(
        _ file: String, _ line: Int?, _ kind: ImportProblem.Kind, _ message: String,
        _ severity: ImportProblem.Severity = .warning
    ) {
        content.problems.append(ImportProblem(file: file, line: line, kind: kind, message: message, severity: severity))
    }
}
