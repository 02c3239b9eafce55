import Foundation

/// Finds the article that a link between articles means: by address, by file, by permalink, and by name when the name
/// is unique.
struct LinkIndex<Value: Sendable & Hashable>: Sendable {
    /// An article, known by the file it comes from.
    private struct File: Hashable {
        let folder: [String]
        let group: String
        let value: Value
        /// Whether the article's path on the site is known, so that no other path means it.
        let isPlaced: Bool
    }

    private var byPath: [String: Set<Value>] = [:]
    private var byName: [String: Set<File>] = [:]
    private var bySource: [String: Value] = [:]

    /// Adds an article to the index.
    /// - Parameters:
    ///   - value: the article.
    ///   - path: the article's file within its source, or a name.
    ///   - places: paths on the site that lead to the article.
    ///   - addresses: full addresses of the article.
    ///   - group: the source; a path is unique within one source.
    mutating func add(
        _ value: Value, path: String, places: [String] = [], addresses: [String] = [], group: String = ""
    ) {
        let (folder, name) = Self.split(path)
        if !name.isEmpty {
            let plain = Self.withoutDate(name)
            let file = File(folder: folder, group: group, value: value, isPlaced: !places.isEmpty)
            byName[Self.slug(plain.name), default: []].insert(file)
            var paths = [folder + [name], folder + [plain.name]]
            if let date = plain.date { paths.append(date + [plain.name]) }
            for path in paths { insert(value, at: path, in: group) }
        }
        for place in places {
            let (folder, name) = Self.split(place)
            insert(value, at: folder + [name], in: group)
        }
        for address in addresses { bySource[Self.address(address)] = value }
    }

    /// The article behind an absolute address, or behind a path within the site; `nil` when it is unknown or ambiguous.
    /// - Parameters:
    ///   - link: as the article writes it.
    ///   - path: the file of the article with the link.
    ///   - group: its source.
    func value(for link: String, from path: String = "", group: String = "") -> Value? {
        let plain = String(link.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }) ?? ""
        guard !plain.isEmpty else { return nil }
        if plain.contains("://") || plain.hasPrefix("//") { return bySource[Self.address(plain)] }
        if plain.hasPrefix(SiteMarkup.nameScheme) {
            let (folder, name) = Self.split(String(plain.dropFirst(SiteMarkup.nameScheme.count)))
            return at(folder + [name], group) ?? named(name, below: folder, group, isExact: true)
        }
        guard !LinkTarget.hasScheme(plain) else { return nil }
        return within(plain, from: path, group: group)
    }

    private func within(_ link: String, from path: String, group: String) -> Value? {
        if link.hasPrefix("/") {
            let (folder, name) = Self.split(link)
            return at(folder + [name], group) ?? named(name, below: folder, group)
        }
        let file = path.split(separator: "/").dropLast().joined(separator: "/")
        let (own, ownName) = Self.split(path)
        let page = (own + [ownName]).joined(separator: "/")
        for base in Ordered.unique([file, page]) {
            let (folder, name) = Self.split(base + "/" + link)
            if let value = at(folder + [name], group) { return value }
        }
        // A link to a file of the source that does not exist has no target.
        let (folder, name) = Self.split(file + "/" + link)
        let isInside = Self.isFile(link) && !Self.leavesRoot(file + "/" + link)
        return isInside ? nil : named(name, below: folder, group)
    }

    private mutating func insert(_ value: Value, at path: [String], in group: String) {
        byPath[Self.key(path, group), default: []].insert(value)
    }

    private func at(_ path: [String], _ group: String) -> Value? {
        let found = byPath[Self.key(path, group)] ?? []
        return found.count == 1 ? found.first : nil
    }

    /// The only article with this name whose folder does not contradict the link. Sites publish the pages of a folder
    /// elsewhere, but rarely exchange the pages of two folders.
    private func named(_ name: String, below folder: [String], _ group: String, isExact: Bool = false) -> Value? {
        let plain = Self.withoutDate(name)
        let all = (byName[Self.slug(plain.name)] ?? []).filter { !$0.isPlaced || isExact }
        let own = all.filter { $0.group == group }
        let candidates = own.isEmpty ? all : own
        let stated = folder.filter { $0.utf8.contains { !(48...57).contains($0) } }
        let fitting = candidates.filter { file in
            let actual = file.folder.filter { !$0.hasPrefix("_") }
            guard let last = actual.last, let wanted = stated.last else { return true }
            return Self.slug(last) == Self.slug(wanted)
        }
        let values = Set((isExact && folder.isEmpty ? candidates : fitting).map(\.value))
        return values.count == 1 ? values.first : nil
    }

    // MARK: Spelling

    /// The folders and the name of a path: decoded, without `.`, `..`, the file's extension, and `index`.
    private static func split(_ path: String) -> (folder: [String], name: String) {
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            switch String(part) ?? "" {
            case ".": continue
            case "..": _ = parts.popLast()
            case let part: parts.append(part.removingPercentEncoding ?? part)
            }
        }
        guard var name = parts.popLast() else { return ([], "") }
        for ending in endings where name.hasSuffix(ending) { name = String(name.dropLast(ending.count)) }
        if ["index", "_index"].contains(name), let folder = parts.popLast() { name = folder }
        return (parts, name)
    }

    private static var endings: [String] { [".markdown", ".mkd", ".md", ".html", ".htm"] }

    private static func isFile(_ link: String) -> Bool {
        [".markdown", ".mkd", ".md"].contains { link.hasSuffix($0) }
    }

    private static func leavesRoot(_ path: String) -> Bool {
        var depth = 0
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            depth += part.elementsEqual("..".utf8) ? -1 : part.elementsEqual(".".utf8) ? 0 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// `2016-1-05-swift-2.2` as `swift-2.2` and its date.
    private static func withoutDate(_ name: String) -> (name: String, date: [String]?) {
        guard let match = name.prefix(200).firstMatch(of: /^(\d{4})-(\d{1,2})-(\d{1,2})[-_](?=.)/) else {
            return (name, nil)
        }
        let day = [match.1, match.2, match.3].map { $0.count == 1 ? "0\($0)" : String($0) }
        return (String(name[match.range.upperBound...]), day)
    }

    private static func slug(_ text: String) -> String { Slug.of(text, limit: 120, fallback: text) }

    private static func key(_ path: [String], _ group: String) -> String {
        group + "\n" + path.map(slug).joined(separator: "/")
    }

    private static func address(_ text: String) -> String {
        var address = (text.removingPercentEncoding ?? text).lowercased()
        for prefix in ["https://", "http://", "//", "www."] where address.hasPrefix(prefix) {
            address = String(address.dropFirst(prefix.count))
        }
        for ending in ["/index.html", ".html", "/"] where address.hasSuffix(ending) {
            address = String(address.dropLast(ending.count))
        }
        return address
    }
}
