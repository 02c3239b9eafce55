import PlatformStore
import Publishing

/// What hubs and channels have in common when they are written: a title, a summary and tags.
enum PlaceForm {
    static func title(_ form: FormFields, of kind: String) throws(PortalError) -> String {
        guard let title = form.optional("title") else { throw PortalError(.invalidField, "A \(kind) needs a title.") }
        return title
    }

    /// An id made from a title, unlike those that are taken.
    static func id(_ title: String, fallback: String, taken: Set<String>) -> String {
        let slug = Slug.of(title, fallback: fallback)
        var (id, number) = (slug, 2)
        while taken.contains(id) {
            id = "\(slug)-\(number)"
            number += 1
        }
        return id
    }

    /// At most this many titles stand in a list of what will be lost.
    static let namedLosses = 20

    /// "3 articles: A, B, C", cut to a readable length; `nil` without any.
    static func loss(_ titles: [String], _ one: String, _ many: String) -> String? {
        loss(titles, of: titles.count, one, many)
    }

    /// The same when `titles` are only the first of `count`.
    static func loss(_ titles: [String], of count: Int, _ one: String, _ many: String) -> String? {
        guard count > 0 else { return nil }
        let named = titles.prefix(namedLosses)
        let rest = count > named.count ? " and \(count - named.count) more" : ""
        return "\(count) \(count == 1 ? one : many): \(named.joined(separator: " · "))\(rest)"
    }
}
