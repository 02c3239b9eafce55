import Foundation
import PlatformStore

/// What a page would not show of an article's text; an import reports the same.
extension ArticleRenderer {
    /// The most problems of one article; more are counted in a last one.
    private static let most = 50

    /// Links that lead to nothing in the hub, missing anchors, and images that are missing or have no alternative text.
    /// - Parameter reason: why a picture from the web could not be had, as sentences, by its address.
    func problems(of record: ArticleRecord, reason: (String) -> String? = { _ in nil }) -> [ImportProblem] {
        let content = record.content
        var sanitizer = HTMLSanitizer()
        sanitizer.link = { link($0, from: record) }
        sanitizer.image = { source, alt in image(source, alt: alt)?.image }
        guard let html = try? content.format == .markdown ? MarkdownRenderer.html(content.body) : content.body,
            let page = try? sanitizer.sanitize(html)
        else { return [problem(record, .unparseable, "the text is too large or too deep, and is shown as plain text")] }
        var problems: [ImportProblem] = []
        for address in Ordered.unique(page.links) {
            switch link(address, from: record) {
            case .page, .external: continue
            case .none:
                problems.append(
                    problem(record, .danglingLink, "the link \(address.prefix(200)) leads to nothing in the hub"))
            case .fragment(let anchor):
                let isThere = page.ids.contains(anchor) || page.ids.contains(anchor.removingPercentEncoding ?? "")
                guard !anchor.isEmpty, !isThere else { continue }
                problems.append(problem(record, .danglingAnchor, "\(address.prefix(100)) is not on the page"))
            }
        }
        problems += imageProblems(of: record, page.images, reason)
        guard problems.count > Self.most else { return problems }
        let rest = problem(record, .tooLarge, "\(problems.count - Self.most) more problems")
        return problems.prefix(Self.most) + [rest]
    }

    /// A picture that is not there needs no alternative text yet.
    private func imageProblems(
        of record: ArticleRecord, _ images: [(source: String, alt: String)], _ reason: (String) -> String?
    ) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        for source in Ordered.unique(images.map(\.source)) where image(source, alt: "") == nil {
            let message =
                ArticlePictures.isExternal(source)
                ? "the image \(source.prefix(200)) could not be had, so devices do not show it"
                    + (reason(source).map { ": \($0)" } ?? "; save the article again, or upload the picture")
                : "the image \(source.prefix(200)) cannot be found"
            problems.append(problem(record, .missingImage, message))
        }
        for source in Ordered.unique(images.filter { isUndescribed($0.source, $0.alt) }.map(\.source)) {
            problems.append(
                problem(record, .missingAltText, "the image \(source.prefix(200)) has no alternative text"))
        }
        return problems
    }

    /// Whether a picture is shown about which nobody said anything: neither the text, nor the library.
    private func isUndescribed(_ source: String, _ alt: String) -> Bool {
        guard alt.isEmpty || alt == ArticlePictures.placeholder, image(source, alt: alt) != nil else { return false }
        guard let known = media[Self.assetName(source)] else { return true }
        return known.kind == .picture && known.description.isMissing
    }

    private func problem(_ record: ArticleRecord, _ kind: ImportProblem.Kind, _ message: String) -> ImportProblem {
        ImportProblem(file: "\(record.uri)", kind: kind, message: message)
    }
}
