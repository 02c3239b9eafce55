import Foundation
import MarqueeWire

/// The address of an article on its site, by its front matter and its file.
struct Permalink {
    /// The site's properties, as the folder shows them.
    struct Layout {
        /// The site's address without a slash at its end; empty when it is not known.
        let site: String
        /// Folders between the site's content and the folder that is read.
        let prefix: [String]
        /// Whether the paths of files are paths on the site, as in Zola.
        let isByFile: Bool

        init(root: URL, site: String) {
            self.site = site
            let parts = root.pathComponents
            let content = parts.lastIndex(of: "content")
            prefix = content.map { Array(parts[($0 + 1)...]) } ?? []
            var top = root
            for _ in prefix { top.deleteLastPathComponent() }
            if content != nil { top.deleteLastPathComponent() }
            isByFile = ["zola.toml", "config.toml"].contains { name in
                let data = try? SourceFile.read(top.appending(path: name), within: top, maximum: 1 << 20)
                return data?.range(of: Data("base_url".utf8)) != nil
            }
        }
    }

    /// The full address; `nil` when it is not known.
    private(set) var source: String?
    /// The paths on the site that lead to the article.
    private(set) var places: [String] = []
    /// Full addresses that lead to the article, besides ``source``.
    private(set) var addresses: [String] = []
    /// The date in the article's path.
    private(set) var date: Timestamp?

    /// - Parameter key: the file's path within the folder.
    init(_ matter: FrontMatter, key: String, layout: Layout) {
        let path = Self.path(matter, key: key, layout: layout)
        date = Self.date(in: path ?? "") ?? Self.date(in: key)
        let names = ["canonical", "canonical_url", "canonicalURL", "source", "original_url", "external_url"]
        let stated = names.lazy.compactMap { matter.text($0) }.first { Self.isAddress($0) }
        if let path {
            places.append(path)
            if Self.isAddress(path) {
                source = path
            } else if !layout.site.isEmpty {
                source = layout.site + path
            }
        }
        if let stated {
            if let source { addresses.append(source) }
            source = stated
        }
        for alias in matter.list("aliases") + matter.list("redirect_from") {
            if Self.isAddress(alias) {
                addresses.append(alias)
                continue
            }
            let place = alias.hasPrefix("/") ? alias : "/" + alias
            places.append(place)
            if !layout.site.isEmpty { addresses.append(layout.site + place) }
        }
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    /// The path on the site, with a slash at the beginning, and at the end unless it names a file.
    private static func path(_ matter: FrontMatter, key: String, layout: Layout) -> String? {
        // Zola's `path`, Hugo's `url` and Jekyll's `permalink` are the whole path; placeholders would need the site.
        for name in ["path", "permalink", "url"] {
            guard let text = matter.text(name), !text.contains(":") || isAddress(text) else { continue }
            return isAddress(text) ? text : whole(text)
        }
        guard matter.isTOML, let slug = matter.text("slug") ?? (layout.isByFile ? name(key) : nil) else { return nil }
        var folders = key.split(separator: "/").dropLast().map(String.init)
        if key.hasSuffix("/index.md") { folders = folders.dropLast() }
        return whole((layout.prefix + folders + [slug]).joined(separator: "/"))
    }

    private static func whole(_ path: String) -> String {
        let path = path.hasPrefix("/") ? path : "/" + path
        let isFile = path.hasSuffix("/") || [".html", ".htm", ".xml"].contains { path.hasSuffix($0) }
        return isFile ? path : path + "/"
    }

    /// A file's name on the site, without its extension and date.
    private static func name(_ key: String) -> String {
        let parts = key.split(separator: "/").map(String.init)
        var name = LinkName.stem(parts.last ?? key)
        if name == "index", parts.count > 1 { name = parts[parts.count - 2] }
        let plain = name.replacing(/^\d{4}-\d{1,2}-\d{1,2}[-_](?=.)/, with: "")
        return Slug.of(plain, limit: 200, fallback: plain)
    }

    /// Finds `2016/1/05` at the beginning of a path or after a slash.
    private static func date(in path: String) -> Timestamp? {
        guard let match = path.prefix(500).firstMatch(of: /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?:[\/-]|$)/) else {
            return nil
        }
        return DateText.parse(String(match.1))
    }
}
