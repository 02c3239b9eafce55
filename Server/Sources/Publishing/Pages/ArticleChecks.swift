public import MarqueeWire
public import PlatformStore

/// Looks for dead links, missing images and missing alternative texts in stored articles, as an import does.
public struct ArticleChecks: Sendable {
    /// No more articles are checked at once: each text is parsed.
    public static let mostArticles = 200

    private let platform: Platform
    private let pictures: ArticlePictures?

    /// Checks the articles of `platform`.
    /// - Parameter pictures: knows why pictures from the web could not be had.
    public init(platform: Platform, pictures: ArticlePictures? = nil) {
        self.platform = platform
        self.pictures = pictures
    }

    /// The problems of articles among the app's saved content, by article; articles without problems are left out.
    ///
    /// Links to drafts count as good: drafts are on their way.
    /// - Parameters:
    ///   - uris: the articles; those behind the first ``mostArticles`` are not checked.
    ///   - app: the app they belong to.
    public func problems(of uris: [ContentURI], app: String) async throws(PublishingError) -> [ContentURI:
        [ImportProblem]]
    {
        guard !uris.isEmpty else { return [:] }
        do {
            let wanted = Set(uris.prefix(Self.mostArticles))
            let content = try await platform.content.content(app: app, textsOf: wanted)
            let selected = ContentSelection(content, at: Timestamp(milliseconds: 0), includesUnreleased: true)
            var problems: [ContentURI: [ImportProblem]] = [:]
            for hub in Set(wanted.map(\.hub)) {
                // An asset is found by its name; its size does not matter here.
                let names = content.assets.filter { $0.hub == hub }.map { ($0.name, ImageSize?.none) }
                let renderer = ArticleRenderer(
                    content: selected, sizes: Dictionary(names) { first, _ in first }, media: content.media(of: hub))
                for article in content.articles where article.hub == hub && wanted.contains(article.uri) {
                    let found = renderer.problems(of: article) {
                        pictures?.reason(for: $0, hub: hub, app: app)
                    }
                    if !found.isEmpty { problems[article.uri] = found }
                }
            }
            return problems
        } catch {
            throw PublishingError(error)
        }
    }
}
