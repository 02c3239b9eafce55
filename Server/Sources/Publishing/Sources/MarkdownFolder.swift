import Foundation
import MarqueeWire
import PlatformStore
import Synchronization

/// A folder of Markdown files as Jekyll, Hugo, Zola or a person lays it out.
struct MarkdownFolder {
    /// The largest number of files that are read.
    static let maximumFiles = 20_000
    /// The largest size of all files together, in bytes, because they are in memory at the same time.
    static let maximumTotal = 512 * 1024 * 1024

    let root: URL
    /// The folder where absolute image paths start: the parent of `_posts` or `content`.
    let siteRoot: URL
    private let site: String
    private var total = 0
    private let layout: Permalink.Layout
    private var content = SourceContent()
    /// The titles of sections by folder, from their `_index.md`.
    private var sections: [String: String] = [:]

    init(root: URL, site: URL?) {
        let standard = root.standardizedFileURL.resolvingSymlinksInPath()
        self.root = standard
        siteRoot =
            ["_posts", "content", "posts", "_drafts"].contains(standard.lastPathComponent)
            ? standard.deletingLastPathComponent() : standard
        let address = site?.absoluteString ?? ""
        self.site = address.hasSuffix("/") ? String(address.dropLast()) : address
        layout = Permalink.Layout(root: self.root, site: self.site)
    }

    mutating func read() throws(PublishingError) -> SourceContent {
        let files = try markdownFiles()
        for file in files where file.lastPathComponent.hasPrefix("_index.") {
            guard let text = text(of: file, key: path(file)) else { continue }
            sections[folder(of: path(file))] = FrontMatter(text).text("title")
        }
        for file in files where !file.lastPathComponent.hasPrefix("_index.") { read(file) }
        let undated = content.articles.filter { $0.content.schedule.published == nil }
        // A single article has no order.
        if undated.count > 1 {
            report(
                undated[0].file, nil, .missingDate,
                """
                \(undated.count) of \(content.articles.count) articles have no date; they come last, in the order of \
                their files' names
                """)
        }
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

    private func path(_ file: URL) -> String {
        let rest = file.path.utf8.dropFirst(root.path.utf8.count).drop { $0 == UInt8(ascii: "/") }
        return String(decoding: rest, as: UTF8.self)
    }

    private func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    private mutating func read(_ file: URL) {
        let key = path(file)
        guard let text = text(of: file, key: key) else { return }
        let matter = FrontMatter(text)
        if let failure = matter.failure { report(key, failure.line, .badFrontMatter, failure.message) }
        if matter.flag("draft") == true || matter.flag("published") == false || key.contains("_drafts/") {
            content.drafts += 1
            return
        }
        if let article = article(matter, key: key, text: text) { content.articles.append(article) }
    }

    private mutating func article(_ matter: FrontMatter, key: String, text: String) -> ImportedArticle? {
        var markup = SiteMarkup(site: site, isKramdown: !matter.isTOML)
        var body = markup.clean(matter.body)
        for leftover in markup.leftovers {
            let line = matter.bodyStart + leftover.line + 1
            report(key, line, .unsupportedMarkup, "\(leftover.text) has no meaning here and is left out")
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
        let permalink = Permalink(matter, key: key, layout: layout)
        let tags = matter.list("tags") + matter.list("taxonomies", "tags") + matter.list("keywords")
        let article = ArticleContent(
            title: title, summary: PlainText.of(summary(matter)), body: body,
            authors: Ordered.unique(matter.list("authors") + matter.list("author") + matter.list("extra", "author")),
            tags: Ordered.unique(tags + categories), language: matter.text("lang") ?? matter.text("language"),
            source: permalink.source,
            schedule: schedule(matter, named: name.date.flatMap(DateText.parse) ?? permalink.date, key: key, text: text)
        )
        return ImportedArticle(
            key: key, categories: categories, content: article, image: image(matter, title: title),
            places: permalink.places, addresses: permalink.addresses, original: text, file: key)
    }

    /// A file's text with LF as its line ends; `nil` with the reason reported.
    private mutating func text(of file: URL, key: String) -> String? {
        let maximum = ArticleContent.maximumBodySize
        do {
            let data = try SourceFile.read(file, within: root, maximum: min(maximum, Self.maximumTotal - total))
            total += data.count
            guard let text = String(data: data, encoding: .utf8) else {
                refuse(key, .unparseable, "the file is not UTF-8")
                return nil
            }
            if data.contains(0) {
                report(key, nil, .unparseable, "the file holds zero bytes, which are left out")
            }
            return Self.plain(text)
        } catch {
            switch error {
            case .missing: refuse(key, .unparseable, "the file cannot be read")
            case .outside: refuse(key, .unparseable, "the file is a link that leads out of the folder")
            case .tooLarge:
                refuse(
                    key, .tooLarge,
                    total + maximum > Self.maximumTotal
                        ? "the folder has more than \(Self.maximumTotal) bytes"
                        : "the file is larger than \(maximum) bytes")
            }
            return nil
        }
    }

    /// Removes a byte order mark, zero bytes and CR.
    private static func plain(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var wasReturn = false
        for byte in text.utf8 where byte != 0 {
            if byte == UInt8(ascii: "\r") {
                bytes.append(UInt8(ascii: "\n"))
            } else if byte != UInt8(ascii: "\n") || !wasReturn {
                bytes.append(byte)
            }
            wasReturn = byte == UInt8(ascii: "\r")
        }
        let mark = Array("\u{FEFF}".utf8)
        return String(decoding: bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...], as: UTF8.self)
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
        if let title = matter.text("title") ?? Self.heading(takenFrom: &body) {
            let cut = PlainText.title(title)
            if cut != title { report(key, 1, .tooLarge, "the title has \(title.utf8.count) bytes and is cut") }
            return cut
        }
        report(key, 1, .missingTitle, "there is no title; the file's name is taken")
        return name.replacing("-", with: " ").replacing("_", with: " ").capitalized
    }

    /// The text's first heading of level 1 outside code.
    private static func heading(takenFrom body: inout String) -> String? {
        var code = CodeLines(body)
        var lines = body.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            guard !code.contains(number, String(decoding: line, as: UTF8.self)), line.starts(with: "# ".utf8) else {
                continue
            }
            var title = String(decoding: line.dropFirst(2), as: UTF8.self).trimmingCharacters(in: .whitespaces)
            let unmarked = String(
                decoding: title.utf8.reversed().drop { $0 == UInt8(ascii: "#") }.reversed(), as: UTF8.self)
            if unmarked.isEmpty || unmarked.hasSuffix(" ") { title = unmarked.trimmingCharacters(in: .whitespaces) }
            if let anchor = title.firstRange(of: /\s*\{#[^\s{}]*\}$/) { title.removeSubrange(anchor) }
            guard !title.isEmpty else { continue }
            lines[number] = line.prefix(0)
            body = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
            return title
        }
        return nil
    }

    private func summary(_ matter: FrontMatter) -> String {
        for key in ["description", "summary", "excerpt", "subtitle"] { if let text = matter.text(key) { return text } }
        return matter.text("extra", "summary") ?? ""
    }

    private mutating func schedule(_ matter: FrontMatter, named: Timestamp?, key: String, text: String)
        -> ArticleSchedule
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
        let published = date(["date", "pubDate", "published", "created"]) ?? named
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
