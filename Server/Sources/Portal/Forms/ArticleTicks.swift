import MarqueeWire
import PlatformStore

/// The articles that a person ticked in a list, with the versions that the page showed.
struct ArticleTicks: Sendable {
    let versions: [ContentURI: Int]

    /// What the form ticks, or everything on its page when the box for the whole page is ticked.
    /// - Throws: ``PortalError`` with `invalidField` for more articles than one change takes.
    init(_ form: FormFields) throws(PortalError) {
        versions = Self.versions(form.all(form.has("all") ? "shown" : "take"))
        guard versions.count <= ArticleEdit.maximumArticles else {
            throw PortalError(
                .invalidField, "One change takes at most \(ArticleEdit.maximumArticles) articles. Tick fewer of them.")
        }
    }

    /// What the form of a tick box sends.
    static func value(_ article: ListedArticle) -> String { "\(article.uri)@\(article.version)" }

    /// Reads such values; what is none is left out.
    static func versions(_ values: some Sequence<String>) -> [ContentURI: Int] {
        var versions: [ContentURI: Int] = [:]
        for value in values {
            guard let mark = value.lastIndex(of: "@"), let version = Int(value[value.index(after: mark)...]),
                let uri = try? ContentURI(String(value[..<mark]))
            else { continue }
            versions[uri] = version
        }
        return versions
    }
}
