import Foundation

/// Finds the article that a link between articles means, however the site spelled it: by address, by file, by
/// permalink.
struct LinkIndex<Value: Sendable>: Sendable {
    private var byName: [String: Value] = [:]
    private var bySource: [String: Value] = [:]
    private var ambiguous: Set<String> = []

    /// Lets an article be found by `names`, which are file paths, permalinks or ids, and by its canonical address.
    mutating func add(_ value: Value, names: [String], source: String?) {
        for name in Set(names.map(Self.name)) where !name.isEmpty {
            if byName.updateValue(value, forKey: name) != nil { ambiguous.insert(name) }
        }
        if let source {
            bySource[Self.address(source)] = value
        }
    }

    /// The article behind an absolute address, or behind a path within the site; `nil` when it is unknown or ambiguous.
    func value(for link: String) -> Value? {
        let plain = String(link.prefix { $0 != "#" && $0 != "?" })
        if plain.contains("://") { return bySource[Self.address(plain)] }
        let name = Self.name(plain)
        return ambiguous.contains(name) ? nil : byName[name]
    }

    /// `_posts/2016-1-05-swift-2.2-released.md` and `/blog/swift-2-2-released/` are the same name.
    static func name(_ path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        if let last = parts.last, parts.count > 1, ["index.md", "index.html", "_index.md"].contains(last) {
            parts.removeLast()
        }
        guard var name = parts.last?.removingPercentEncoding else { return "" }
        for ending in [".markdown", ".md", ".html", ".htm"] where name.hasSuffix(ending) {
            name = String(name.dropLast(ending.count))
        }
        name = name.replacing(/^\d{4}-\d{1,2}-\d{1,2}[-_]/, with: "")
        return Slug.of(name, limit: 120, fallback: "")
    }

    private static func address(_ text: String) -> String {
        var address = text.lowercased()
        for prefix in ["https://", "http://", "www."] where address.hasPrefix(prefix) {
            address = String(address.dropFirst(prefix.count))
        }
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}
