import Foundation
import Markup
import MarqueeWire
import PlatformStore

/// Renders an article's text: Markdown to HTML, HTML to safe HTML, and addresses to their targets inside the hub.
struct ArticleRenderer {
    let content: ContentSelection
    /// Pixel sizes of the hub's images by asset name; every asset has a key.
    let sizes: [String: ImageSize?]
    /// What is known of those assets, by name.
    var media: [String: MediaRecord] = [:]

    var cache = RenderCache.shared

    func render(_ record: ArticleRecord) -> RenderedArticle {
        let page = rendered(record.content, from: record)
        return RenderedArticle(
            record: record, body: page.body, hero: page.hero,
            summary: record.content.summary.isEmpty ? page.beginning : record.content.summary,
            minutes: max(1, (page.words + 115) / 230), cover: page.cover, assets: page.assets)
    }

    private func rendered(_ article: ArticleContent, from record: ArticleRecord) -> RenderCache.Page {
        let key = RenderCache.Key(article)
        // The targets of its links and images are looked up each time; the text is parsed once.
        if let known = cache.page(
            key, link: { link($0, from: record) }, image: { source, alt in image(source, alt: alt) })
        {
            return known
        }
        let answers = RenderCache.Answers()
        let text = sanitized(article, record, answers)
        let (hero, body) = Self.split(text.html)
        let beginning = PlainText.cut(PlainText.collapse(text.beginning), limit: 180)
        let page = RenderCache.Page(
            body: body, hero: hero, beginning: beginning, words: text.words, cover: answers.cover,
            assets: Ordered.unique(answers.assets))
        cache.keep(page, key, answers)
        return page
    }

    private func sanitized(
        _ article: ArticleContent, _ record: ArticleRecord, _ answers: RenderCache.Answers
    ) -> SanitizedHTML {
        var sanitizer = HTMLSanitizer()
        sanitizer.link = { address in answers.add(address, link(address, from: record)) }
        sanitizer.image = { source, alt in answers.add(source, alt, image(source, alt: alt))?.image }
        do {
            let html = article.format == .markdown ? try MarkdownRenderer.html(article.body) : article.body
            return try sanitizer.sanitize(html)
        } catch {
            // A text beyond the limits must not prevent the app from publishing, so it is shown as plain text.
            return SanitizedHTML(html: "<pre>\n\(HTML.escaped(article.body))</pre>")
        }
    }

    /// An image that starts the text becomes the page's hero.
    private static func split(_ html: String) -> (HTML?, HTML) {
        let text = html.utf8.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let start = "<p>".utf8
        guard text.starts(with: "<p><img ".utf8), let close = text.firstIndex(of: UInt8(ascii: ">")),
            let end = text[text.index(after: close)...].firstIndex(of: UInt8(ascii: ">")),
            text[text.index(after: end)...].starts(with: "</p>".utf8)
        else { return (nil, HTML(verbatim: html)) }
        let tag = String(decoding: text.dropFirst(start.count)[...end], as: UTF8.self)
        let rest = text[text.index(after: end)...].dropFirst("</p>".utf8.count)
        let hero = tag.replacing(" loading=\"lazy\"", with: "")
        return (HTML(verbatim: hero), HTML(verbatim: String(decoding: rest, as: UTF8.self)))
    }

    func image(_ source: String, alt: String) -> RenderCache.Image? {
        embedded(Self.assetName(source), alt: alt)
    }

    /// The name of the asset that an image's address means, if it means one.
    static func assetName(_ source: String) -> String {
        var path = source[...]
        for prefix in ["../", "./", "/"] where path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
        if path.hasPrefix("assets/") { path = path.dropFirst("assets/".count) }
        return String(path)
    }

    func link(_ link: String, from record: ArticleRecord) -> LinkTarget {
        if link.hasPrefix("#") { return .fragment(String(link.dropFirst())) }
        let lower = link.lowercased()
        let fragment = link.firstIndex(of: "#").map { String(link[$0...]) } ?? ""
        if lower.hasPrefix("\(ContentURI.scheme)://") {
            guard let uri = try? ContentURI(link), content.known.contains(uri) else { return .none }
            return .page(PageAddress.of(uri, from: record.uri) + fragment)
        }
        if let uri = content.links.value(
            for: link, from: record.origin?.key ?? "", group: record.origin?.importSource ?? "")
        {
            return .page(PageAddress.of(uri, from: record.uri) + fragment)
        }
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") || lower.hasPrefix("mailto:")
            || lower.hasPrefix("tel:")
        {
            return .external(link)
        }
        if link.hasPrefix("//") { return .external("https:\(link)") }
        if let inside = inside(link, hub: record.hub) {
            return .page(PageAddress.of(inside, from: record.uri) + fragment)
        }
        guard !LinkTarget.hasScheme(link), let base = record.content.source.flatMap({ URL(string: $0) }),
            let url = URL(string: link, relativeTo: base),
            url.scheme == "https" || url.scheme == "http"
        else { return .none }
        return .external(url.absoluteString)
    }

    /// Resolves `a/ARTICLE` and `c/CHANNEL`, as authors in the portal write them.
    private func inside(_ link: String, hub: String) -> ContentURI? {
        let path = link.hasPrefix("../") ? link.dropFirst(3) : link[...]
        guard path.hasPrefix("a/") || path.hasPrefix("c/"),
            let uri = try? ContentURI("\(ContentURI.scheme)://\(hub)/\(path)"),
            content.known.contains(uri)
        else { return nil }
        return uri
    }
}
