import Foundation
import Markup
import MarqueeWire
import PlatformStore

/// Makes one article of a source ready to be stored: embeds its images, checks its links, and reports the broken ones.
struct ArticlePreparation {
    /// The targets of links between the articles of one source.
    struct Links {
        /// The targets as the pages of a release find them.
        var rendered = LinkIndex<String>()
        /// The same, with permalinks and aliases, which only the source has.
        var all = LinkIndex<String>()
    }

    let article: ImportedArticle
    let assets: AssetCollector
    let links: Links
    let site: URL?
    private(set) var problems: [ImportProblem] = []
    private var found: [Finding] = []
    private var rewriter = ReferenceRewriter()

    /// A problem whose line is not known yet.
    private struct Finding {
        /// The text to search for: an address, or any text of that line.
        let text: String
        var isAddress = true
        let kind: ImportProblem.Kind
        let message: String
    }

    init(article: ImportedArticle, assets: AssetCollector, links: Links, site: URL?) {
        self.article = article
        self.assets = assets
        self.links = links
        self.site = site
    }

    mutating func prepared() async throws(PublishingError) -> ArticleContent {
        var content = article.content
        var sanitizer = HTMLSanitizer()
        // Only anchors within the page are checked here; other links are checked below.
        sanitizer.link = { $0.hasPrefix("#") ? .fragment(String($0.dropFirst())) : .none }
        let html = content.format == .markdown ? try MarkdownRenderer.html(content.body) : content.body
        let page = try sanitizer.sanitize(html)
        do {
            for image in Ordered.unique(page.images.map(\.source)) {
                if let asset = try await assets.asset(absolute(image), file: article.key) {
                    rewriter.images[image] = "assets/\(asset.name)"
                } else {
                    find(image, .missingImage, "the image \(Self.shown(image)) cannot be found")
                }
            }
            check(page)
            rewrite(&content)
            if let hero = article.image { try await embed(hero, in: &content) }
        } catch {
            throw PublishingError(error)
        }
        for image in Ordered.unique(page.images.filter(\.alt.isEmpty).map(\.source)) {
            find(image, .missingAltText, "the image \(Self.shown(image)) has no alternative text")
        }
        report()
        return content
    }

    /// Replaces the addresses of images and links by their new ones.
    private mutating func rewrite(_ content: inout ArticleContent) {
        let (text, images, links) = rewriter.rewritten(content.body, format: content.format)
        content.body = text
        for image in images.sorted() {
            find(image, .missingImage, "the image \(Self.shown(image)) is written in a way that is not understood")
        }
        for link in links.sorted() {
            find(link, .danglingLink, "the link \(Self.shown(link)) is written in a way that is not understood")
        }
    }

    /// Puts the article's main image at the beginning of the text, where the page expects it.
    private mutating func embed(
        _ hero: (location: String, alt: String), in content: inout ArticleContent
    ) async throws(StoreError) {
        guard let asset = try await assets.asset(absolute(hero.location), file: article.key) else {
            let message = "the main image \(Self.shown(hero.location)) cannot be found"
            return find(hero.location, .missingImage, message)
        }
        guard !content.body.contains("assets/\(asset.name)") else { return }
        switch content.format {
        case .markdown:
            let alt = hero.alt.unicodeScalars.map { "[]\\<>\n\r".unicodeScalars.contains($0) ? " " : String($0) }
            content.body = "![\(alt.joined())](assets/\(asset.name))\n\n" + content.body
        case .html:
            content.body =
                "<p><img src=\"assets/\(asset.name)\" alt=\"\(HTML.escaped(hero.alt))\"></p>" + content.body
        }
    }

    private mutating func check(_ page: SanitizedHTML) {
        for link in Ordered.unique(page.links) {
            if link.utf8.count > HTMLSanitizer.maximumAddress {
                find(link, .danglingLink, "a link of \(link.utf8.count) bytes is left out")
            } else if link.hasPrefix("#") {
                let anchor = String(link.dropFirst())
                if !anchor.isEmpty, !page.ids.contains(anchor), !page.ids.contains(anchor.removingPercentEncoding ?? "")
                {
                    find(link, .danglingAnchor, "\(link.prefix(100)) is not on the page")
                }
            } else if let base = article.base, !isElsewhere(link), let url = URL(string: link, relativeTo: base) {
                rewriter.links[link] = url.absoluteString
            } else if let target = links.all.value(for: link, from: article.key) {
                let isFound = links.rendered.value(for: link, from: article.key) == target
                guard !isFound || link.hasPrefix(SiteMarkup.nameScheme) else { continue }
                rewriter.links[link] = Self.path(of: target) + Self.rest(of: link)
            } else if !isElsewhere(link) {
                resolve(link, isMistaken: links.rendered.value(for: link, from: article.key) != nil)
            }
        }
        for (name, count) in page.removed.sorted(by: { $0.key < $1.key }) where name != "source" {
            let message = count == 1 ? "<\(name)> is left out" : "\(count) <\(name)> are left out"
            found.append(Finding(text: "<\(name)", isAddress: false, kind: .unsupportedMarkup, message: message))
        }
    }

    private func absolute(_ location: String) -> String {
        article.base.flatMap { URL(string: location, relativeTo: $0)?.absoluteString } ?? location
    }

    /// Whether a link leads out of the source without being resolved.
    private func isElsewhere(_ link: String) -> Bool {
        let lower = link.lowercased()
        return ["http://", "https://", "mailto:", "tel:", "//", "\(ContentURI.scheme)://"].contains {
            lower.hasPrefix($0)
        }
    }

    /// Resolves a relative link as the site would: against the article's own address, or the site's.
    /// - Parameter isMistaken: whether a page, which knows no permalinks, would resolve the link to another article.
    private mutating func resolve(_ link: String, isMistaken: Bool) {
        if !LinkTarget.hasScheme(link) {
            let source = article.content.source.flatMap { $0.hasPrefix("http") ? URL(string: $0) : nil }
            // The page resolves the link against the article's own address.
            if source != nil, !isMistaken { return }
            let base = source ?? site
            if let url = base.flatMap({ URL(string: link, relativeTo: $0) }), url.scheme?.hasPrefix("http") == true {
                rewriter.links[link] = url.absoluteString
                return
            }
        }
        var shown = link
        if link.hasPrefix(SiteMarkup.nameScheme) {
            shown = String(link.dropFirst(SiteMarkup.nameScheme.count))
            rewriter.links[link] = shown
        }
        find(shown, .danglingLink, "the link \(shown.prefix(200)) leads to nothing in the hub")
    }

    /// The path by which a page of a release finds a file of the same source.
    private static func path(of key: String) -> String {
        "/" + (key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? key)
    }

    /// The fragment of a link.
    private static func rest(of link: String) -> String { link.firstIndex(of: "#").map { String(link[$0...]) } ?? "" }

    private static func shown(_ location: String) -> Substring { location.prefix(200) }

    // MARK: Reporting

    private mutating func find(_ text: String, _ kind: ImportProblem.Kind, _ message: String) {
        found.append(Finding(text: text, kind: kind, message: message))
    }

    /// Finds the lines of all findings in one pass, and reports them.
    private mutating func report() {
        var source = SourceLines(article.original)
        let lines = source.lines(of: Set(found.filter(\.isAddress).map(\.text)))
        for finding in found {
            let last = finding.text.split(separator: "/").last.map(String.init) ?? finding.text
            let line = lines[finding.text] ?? source.line(of: finding.text) ?? source.line(of: last)
            problems.append(
                ImportProblem(file: article.file, line: line, kind: finding.kind, message: finding.message))
        }
        found = []
    }
}
