import Foundation
import Markup
import MarqueeWire
import PlatformStore

/// Renders an article's text: Markdown to HTML, HTML to safe HTML, addresses to what they mean inside the hub.
struct ArticleRenderer {
    let content: ReleaseContent
    /// Pixel sizes of the hub's images by asset name; the key is there for every asset.
    let sizes: [String: ImageSize?]

    private final class Uses {
        var images: [PageImage] = []
        var names: [String] = []
    }

    func render(_ record: ArticleRecord) throws(PublishingError) -> RenderedArticle {
        let uses = Uses()
        var sanitizer = HTMLSanitizer()
        sanitizer.link = { link($0, from: record) }
        sanitizer.image = { source, alt in
            guard let image = image(source, alt: alt) else { return nil }
            uses.images.append(image.1)
            uses.names.append(image.0)
            return image.1
        }
        let html = record.content.format == .markdown ? MarkdownRenderer.html(record.content.body) : record.content.body
        let page: SanitizedHTML
        do { page = try sanitizer.sanitize(html) } catch {
            throw PublishingError(error.code, "article \(record.uri): \(error.message)")
        }
        let (hero, body) = Self.split(page.html)
        let beginning = PlainText.cut(PlainText.collapse(page.beginning), limit: 180)
        return RenderedArticle(
            record: record, body: body, hero: hero,
            summary: record.content.summary.isEmpty ? beginning : record.content.summary,
            minutes: max(1, (page.words + 115) / 230), image: uses.images.first, assets: Ordered.unique(uses.names))
    }

    /// An image that starts the text becomes the page's hero.
    private static func split(_ html: String) -> (HTML?, HTML) {
        let text = html.drop(while: \.isWhitespace)
        let start = "<p><img "
        guard text.hasPrefix(start), let end = text.firstRange(of: "></p>") else { return (nil, HTML(verbatim: html)) }
        let tag = text[text.index(text.startIndex, offsetBy: 3)...end.lowerBound]
        guard tag.firstIndex(of: ">") == tag.index(before: tag.endIndex) else {
            return (nil, HTML(verbatim: html))
        }
        let hero = String(tag).replacing(" loading=\"lazy\"", with: "")
        return (HTML(verbatim: hero), HTML(verbatim: String(text[end.upperBound...])))
    }

    private func image(_ source: String, alt: String) -> (String, PageImage)? {
        var path = source[...]
        for prefix in ["../", "./", "/"] where path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
        guard path.hasPrefix("assets/") else { return nil }
        let name = String(path.dropFirst("assets/".count))
        guard let size = sizes[name] else { return nil }
        return (name, PageImage(location: "../assets/\(name)", alt: alt, size: size))
    }

    private func link(_ link: String, from record: ArticleRecord) -> LinkTarget {
        if link.hasPrefix("#") { return .fragment(String(link.dropFirst())) }
        let lower = link.lowercased()
        let fragment = link.firstIndex(of: "#").map { String(link[$0...]) } ?? ""
        if lower.hasPrefix("\(ContentURI.scheme)://") {
            guard let uri = try? ContentURI(link), content.known.contains(uri) else { return .none }
            return .page(PageAddress.of(uri, from: record.uri) + fragment)
        }
        if let uri = content.links.value(for: link) { return .page(PageAddress.of(uri, from: record.uri) + fragment) }
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") || lower.hasPrefix("mailto:")
            || lower.hasPrefix("tel:")
        {
            return .external(link)
        }
        if link.hasPrefix("//") { return .external("https:\(link)") }
        if let inside = inside(link, hub: record.hub) {
            return .page(PageAddress.of(inside, from: record.uri) + fragment)
        }
        let hasScheme = link.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains(":")
        guard !hasScheme, let base = record.content.source.flatMap({ URL(string: $0) }),
            let url = URL(string: link, relativeTo: base),
            url.scheme == "https" || url.scheme == "http"
        else { return .none }
        return .external(url.absoluteString)
    }

    /// `a/ARTICLE` and `c/CHANNEL`, as authors in the portal write them.
    private func inside(_ link: String, hub: String) -> ContentURI? {
        let path = link.hasPrefix("../") ? link.dropFirst(3) : link[...]
        guard path.hasPrefix("a/") || path.hasPrefix("c/"),
            let uri = try? ContentURI("\(ContentURI.scheme)://\(hub)/\(path)"),
            content.known.contains(uri)
        else { return nil }
        return uri
    }
}
