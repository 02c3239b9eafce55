import MarqueeWire
import PlatformStore

/// Numbers of pages, in the table `page`, with the channel of each.
final class PageTable {
    /// Pages that are counted, of one app and stream; events of other pages are in no report.
    static let mostPages = 100_000
    /// The most pages whose release is kept in memory; when there are more, all are forgotten.
    private static let mostReleases = 50_000

    /// Who saw a page.
    struct Visit {
        /// The release that the event names.
        let release: Int64?
        /// The newest release there is; an event that names a later one moves no article.
        let newest: Int64
        let scope: Int64
    }

    private let mostPages: Int
    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let movePage: SQLiteStatement
    private let countPages: SQLiteStatement
    /// By text and scope.
    private var known = TextNumbers()
    private var counts: [Int64: Int] = [:]
    /// The newest release that named each page's channel since the process began.
    private var releases: [Int64: Int64] = [:]

    init(_ connection: SQLiteConnection, mostPages: Int = PageTable.mostPages) throws(StoreError) {
        self.mostPages = mostPages
        find = try connection.prepare("SELECT id FROM page WHERE scope = ? AND uri = ?")
        add = try connection.prepare(
            "INSERT INTO page (scope, uri, type, hub, channel) VALUES (?, ?, ?, ?, ?) RETURNING id")
        movePage = try connection.prepare(
            "UPDATE page SET channel = ?1 WHERE id = ?2 AND type = 'article' AND channel IS NOT ?1")
        countPages = try connection.prepare("SELECT COUNT(*) FROM page WHERE scope = ?")
    }

    /// Forgets the numbers in memory: after a rollback they may not be in the file.
    func forget() {
        known.forget()
        counts = [:]
        releases = [:]
    }

    /// The number of a page; `nil` for an address that is no page's, and for pages beyond the bound.
    ///
    /// An article belongs to the channel of the newest release: devices with an older release do not move it back.
    func number(
        of uri: UnsafeBufferPointer<UInt8>, channel: UnsafeBufferPointer<UInt8>?, _ visit: Visit
    ) throws(StoreError) -> Int64? {
        let page = try known.number(of: uri, kind: visit.scope) { () throws(StoreError) in
            try stored(uri, channel, visit.scope)
        }
        if let page, let channel, let release = visit.release, release <= visit.newest {
            try move(page, uri, to: channel, in: release)
        }
        return page
    }

    private func stored(
        _ uri: UnsafeBufferPointer<UInt8>, _ channel: UnsafeBufferPointer<UInt8>?, _ scope: Int64
    ) throws(StoreError) -> Int64? {
        guard let content = try? ContentURI(String(decoding: uri, as: UTF8.self)), let type = content.resourceType
        else { return nil }
        let canonical = content.description
        find.bind(1, scope)
        find.bind(2, canonical)
        if let number = try find.first() { return number }
        guard try count(of: scope) < mostPages else { return nil }
        counts[scope, default: 0] += 1
        let channel = channel.flatMap { Self.channel($0) }.flatMap { $0.hub == content.hub ? $0.description : nil }
        add.bind(1, scope)
        add.bind(2, canonical)
        add.bind(3, type.rawValue)
        add.bind(4, content.hub)
        add.bind(5, type == .channel ? canonical : type == .article ? channel : nil)
        return try add.first()
    }

    private func count(of scope: Int64) throws(StoreError) -> Int {
        if let known = counts[scope] { return known }
        countPages.bind(1, scope)
        let number = Int(try countPages.first() ?? 0)
        counts[scope] = number
        return number
    }

    /// Runs a statement for each release in which a page is seen, and none for all its other events.
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

    /// `nil` for a text that is no channel's address.
    private static func channel(_ text: UnsafeBufferPointer<UInt8>) -> ContentURI? {
        guard let uri = try? ContentURI(String(decoding: text, as: UTF8.self)), uri.resourceType == .channel else {
            return nil
        }
        return uri
    }
}
