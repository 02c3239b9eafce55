import MarqueeWire
import PlatformStore

/// Numbers for texts that come again and again: names, scopes, entry points, readers, pages.
final class Terms {
    private static let capacity = 50_000

    private struct PageKey: Hashable {
        let scope: Int64
        let uri: String
    }

    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let findPage: SQLiteStatement
    private let addPage: SQLiteStatement
    private var known: [[UInt8]: Int64] = [:]
    private var pages: [PageKey: Int64] = [:]

    init(_ connection: SQLiteConnection) throws(StoreError) {
        find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        add = try connection.prepare("INSERT INTO term (text) VALUES (?) RETURNING id")
        findPage = try connection.prepare("SELECT id FROM page WHERE scope = ? AND uri = ?")
        addPage = try connection.prepare(
            "INSERT INTO page (scope, uri, type, hub, channel) VALUES (?, ?, ?, ?, ?) RETURNING id")
    }

    /// Forgets what is remembered: after a transaction that was rolled back it may not be there.
    func forget() {
        known = [:]
        pages = [:]
    }

    func id(_ text: [UInt8]) throws(StoreError) -> Int64 {
        if let id = known[text] { return id }
        if known.count >= Self.capacity { known = [:] }
        let name = String(decoding: text, as: UTF8.self)
        find.bind(1, name)
        add.bind(1, name)
        let id = try first(find, else: add)
        known[text] = id
        return id
    }

    func id(_ text: String) throws(StoreError) -> Int64 { try id(Array(text.utf8)) }

    /// The number of a page; `nil` for what is no page.
    func page(_ uri: String, channel: String?, scope: Int64) throws(StoreError) -> Int64? {
        let key = PageKey(scope: scope, uri: uri)
        if let id = pages[key] { return id }
        guard let content = try? ContentURI(uri), let type = content.resourceType else { return nil }
        if pages.count >= Self.capacity { pages = [:] }
        let canonical = content.description
        findPage.bind(1, scope)
        findPage.bind(2, canonical)
        addPage.bind(1, scope)
        addPage.bind(2, canonical)
        addPage.bind(3, type.rawValue)
        addPage.bind(4, content.hub)
        addPage.bind(5, type == .channel ? canonical : type == .article ? channel : nil)
        let id = try first(findPage, else: addPage)
        pages[key] = id
        return id
    }

    private func first(_ find: SQLiteStatement, else add: SQLiteStatement) throws(StoreError) -> Int64 {
        if let id = try first(find) { return id }
        return try first(add) ?? 0
    }

    private func first(_ statement: SQLiteStatement) throws(StoreError) -> Int64? {
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }
}
