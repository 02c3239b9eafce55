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
    private static let namedLosses = 20

    /// "3 articles: A, B, C", cut to a readable length; `nil` without any.
    static func loss(_ titles: [String], _ one: String, _ many: String) -> String? {
        guard !titles.isEmpty else { return nil }
        let names = titles.prefix(namedLosses).joined(separator: " · ")
        let rest = titles.count > namedLosses ? " and \(titles.count - namedLosses) more" : ""
        return "\(titles.count) \(titles.count == 1 ? one : many): \(names)\(rest)"
    }
}
