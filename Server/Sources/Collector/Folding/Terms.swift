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
    private let movePage: SQLiteStatement
    private var terms = TextNumbers()
    /// Their kind is the scope.
    private var pages = TextNumbers()
    /// The newest release that each page's channel was told of, since this began.
    private var releases: [Int64: Int64] = [:]
    /// The most pages whose release is remembered; beyond it all are forgotten.
    private static let mostReleases = 50_000

    init(_ connection: SQLiteConnection) throws(StoreError) {
        find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        add = try connection.prepare("INSERT INTO term (text) VALUES (?) RETURNING id")
        findPage = try connection.prepare("SELECT id FROM page WHERE scope = ? AND uri = ?")
        addPage = try connection.prepare(
            "INSERT INTO page (scope, uri, type, hub, channel) VALUES (?, ?, ?, ?, ?) RETURNING id")
        movePage = try connection.prepare(
            "UPDATE page SET channel = ?1 WHERE id = ?2 AND type = 'article' AND channel IS NOT ?1")
    }

    /// Forgets what is remembered: after a transaction that was rolled back it may not be there.
    func forget() {
        terms.forget()
        pages.forget()
        releases = [:]
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
    ///
    /// An article stands in the channel of the newest `release`: devices that have an older one do not take it back.
    /// - Parameter newest: the newest release there is; what says that it is of a later one moves nothing.
    func page(
        _ uri: UnsafeBufferPointer<UInt8>, channel: UnsafeBufferPointer<UInt8>?, release: Int64?, newest: Int64,
        scope: Int64
    ) throws(StoreError) -> Int64? {
        let page = try number(of: uri, channel, scope)
        if let page, let channel, let release, release <= newest { try move(page, uri, to: channel, in: release) }
        return page
    }

    private func number(
        of uri: UnsafeBufferPointer<UInt8>, _ channel: UnsafeBufferPointer<UInt8>?, _ scope: Int64
    ) throws(StoreError) -> Int64? {
        try pages.number(of: uri, kind: scope) { () throws(StoreError) in
            guard let content = try? ContentURI(String(decoding: uri, as: UTF8.self)), let type = content.resourceType
            else { return nil }
            let channel = channel.flatMap { Self.channel($0) }.flatMap { $0.hub == content.hub ? $0.description : nil }
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

    /// A statement for each release that a page is seen in, and none for all its other events.
    private func move(
        _ page: Int64, _ uri: UnsafeBufferPointer<UInt8>, to channel: UnsafeBufferPointer<UInt8>, in release: Int64
    ) throws(StoreError) {
        if let newest = releases[page], newest >= release { return }
        guard let channel = Self.channel(channel), let article = try? ContentURI(String(decoding: uri, as: UTF8.self)),
            article.hub == channel.hub
        else { return }
        if releases.count >= Self.mostReleases { releases = [:] }
        releases[page] = release
        movePage.bind(1, channel.description)
        movePage.bind(2, page)
        try movePage.run()
    }

    /// `nil` for what is no channel's address.
    private static func channel(_ text: UnsafeBufferPointer<UInt8>) -> ContentURI? {
        guard let uri = try? ContentURI(String(decoding: text, as: UTF8.self)), uri.resourceType == .channel else {
            return nil
        }
        return uri
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
