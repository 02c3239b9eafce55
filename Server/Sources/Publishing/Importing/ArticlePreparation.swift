import Foundation
import MarqueeWire
import PlatformStore

/// Makes one article of a source ready to be stored: embeds its images and checks its links, reporting what leads
/// nowhere.
struct ArticlePreparation {
    let article: ImportedArticle
    let assets: AssetCollector
    let links: LinkIndex<String>
    let site: URL?
    private(set) var problems: [ImportProblem] = []

    init(article: ImportedArticle, assets: AssetCollector, links: LinkIndex<String>, site: URL?) {
        self.article = article
        self.assets = assets
        self.links = links
        self.site = site
    }

    mutating func prepared() async throws(PublishingError) -> ArticleContent {
        var content = article.content
        var sanitizer = HTMLSanitizer()
        let html = content.format == .markdown ? MarkdownRenderer.html(content.body) : content.body
        let page = try sanitizer.sanitize(html)
        do {
            for image in Ordered.unique(page.images.map(\.source)) {
                guard let asset = try await assets.asset(image, file: article.key) else {
                    report(image, .missingImage, "the image \(image.prefix(200)) cannot be found")
                    continue
                }
                content.body = ReferenceRewriter.replace(image, with: "assets/\(asset.name)", in: content.body)
            }
            if let hero = article.image { try await embed(hero, in: &content, page: page) }
        } catch {
            throw PublishingError(error)
        }
        for image in page.images where image.alt.isEmpty {
            report(image.source, .missingAltText, "the image \(image.source.prefix(200)) has no alternative text")
        }
        check(page, &content)
        return content
    }

    /// Puts the article's main image at its beginning, where the page takes it from.
    private mutating func embed(
        _ hero: (location: String, alt: String), in content: inout ArticleContent, page: SanitizedHTML
    ) async throws(StoreError) {
        guard let asset = try await assets.asset(hero.location, file: article.key) else {
            return report(hero.location, .missingImage, "the main image \(hero.location.prefix(200)) cannot be found")
        }
        guard !content.body.contains("assets/\(asset.name)") else { return }
        let alt = hero.alt.replacing("]", with: "").replacing("[", with: "")
        switch content.format {
        case .markdown: content.body = "![\(alt)](assets/\(asset.name))\n\n" + content.body
        case .html:
            content.body = "<p><img src=\"assets/\(asset.name)\" alt=\"\(HTMLEscape.text(alt))\"></p>" + content.body
        }
    }

    private mutating func check(_ page: SanitizedHTML, _ content: inout ArticleContent) {
        for link in Ordered.unique(page.links) {
            let lower = link.lowercased()
            if link.hasPrefix("#") {
                let anchor = String(link.dropFirst()).removingPercentEncoding ?? ""
                if !anchor.isEmpty, !page.ids.contains(anchor) {
                    report(link, .danglingAnchor, "\(link.prefix(100)) is not on the page")
                }
            } else if lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("mailto:")
                || lower.hasPrefix("zbimdb://")
            {
                continue
            } else if links.value(for: link) == nil {
                if let site, let url = URL(string: link, relativeTo: site), url.scheme?.hasPrefix("http") == true {
                    content.body = ReferenceRewriter.replace(link, with: url.absoluteString, in: content.body)
                } else if article.content.source == nil {
                    report(link, .danglingLink, "the link \(link.prefix(200)) leads to nothing in the hub")
                }
            }
        }
        for name in page.removed.sorted() where name != "source" {
            report("<\(name)", .unsupportedMarkup, "<\(name)> is left out")
        }
    }

    private mutating func report(_ text: String, _ kind: ImportProblem.Kind, _ message: String) {
        let last = text.split(separator: "/").last.map(String.init) ?? text
        let line = SourceLines.line(of: text, in: article.original) ?? SourceLines.line(of: last, in: article.original)
        problems.append(ImportProblem(file: article.file, line: line, kind: kind, message: message))
    }
}
