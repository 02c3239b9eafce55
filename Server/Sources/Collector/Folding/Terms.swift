import MarqueeWire
import PlatformStore

/// Numbers for texts that come again and again: names, scopes, entry points, readers, pages.
final class Terms {
    /// Readers have a letter before their id, so that a user and an install of the same id are two.
    enum Kind: Int64 {
        case text
        case user
        case install

        fileprivate var prefix: String {
            switch self {
            case .text: ""
            case .user: "u"
            case .install: "i"
            }
        }
    }

    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let findPage: SQLiteStatement
    private let addPage: SQLiteStatement
    private var terms = TextNumbers()
    /// Their kind is the scope.
    private var pages = TextNumbers()

    init(_ connection: SQLiteConnection) throws(StoreError) {
        find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        add = try connection.prepare("INSERT INTO term (text) VALUES (?) RETURNING id")
        findPage = try connection.prepare("SELECT id FROM page WHERE scope = ? AND uri = ?")
        addPage = try connection.prepare(
            "INSERT INTO page (scope, uri, type, hub, channel) VALUES (?, ?, ?, ?, ?) RETURNING id")
    }

    /// Forgets what is remembered: after a transaction that was rolled back it may not be there.
    func forget() {
        terms.forget()
        pages.forget()
    }

    func id(_ text: UnsafeBufferPointer<UInt8>, _ kind: Kind = .text) throws(StoreError) -> Int64 {
        try terms.number(of: text, kind: kind.rawValue) { () throws(StoreError) in
            let name = kind.prefix + String(decoding: text, as: UTF8.self)
            find.bind(1, name)
            add.bind(1, name)
            return try first(find, else: add)
        } ?? 0
    }

    func id(_ text: String) throws(StoreError) -> Int64 {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(StoreError) in try id(bytes) }
    }

    /// The number of a page; `nil` for what is no page.
    func page(
        _ uri: UnsafeBufferPointer<UInt8>, channel: UnsafeBufferPointer<UInt8>?, scope: Int64
    ) throws(StoreError) -> Int64? {
        try pages.number(of: uri, kind: scope) { () throws(StoreError) in
            guard let content = try? ContentURI(String(decoding: uri, as: UTF8.self)), let type = content.resourceType
            else { return nil }
            let channel = channel.map { String(decoding: $0, as: UTF8.self) }
            let canonical = content.description
            findPage.bind(1, scope)
            findPage.bind(2, canonical)
            addPage.bind(1, scope)
            addPage.bind(2, canonical)
            addPage.bind(3, type.rawValue)
            addPage.bind(4, content.hub)
            addPage.bind(5, type == .channel ? canonical : type == .article ? channel : nil)
            return try first(findPage, else: addPage)
        }
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
