import MarqueeWire
import PlatformStore

/// Numbers of pages, in the table `page`, with the channel of each.
final class PageTable {
    /// Pages that are counted, of one app and stream. Events of further pages are in no report, unless a release has the
    /// page.
    static let mostPages = 100_000

    /// Who saw a page.
    struct Visit {
        /// The release that the event names.
        let release: Int64?
        /// The newest release there is; an event that names a later one moves no article.
        let newest: Int64
        let scope: Int64
    }

    private let mostPages: Int
    /// The most pages beside the published ones whose release is kept in memory; when there are more, they are forgotten.
    private var mostVisited: Int { mostPages / 2 }
    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let movePage: SQLiteStatement
    private let countPages: SQLiteStatement
    /// By text and scope.
    private var known = TextNumbers()
    private var counts: [Int64: Int] = [:]
    /// The newest release that named each page's channel since the process began: by what the server published, and by
    /// what events said of other pages.
    private var published: [Int64: Int64] = [:]
    private var visited: [Int64: Int64] = [:]

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
        published = [:]
        visited = [:]
    }

    /// Stores the pages of a release, each article in its channel, however many pages there are: anybody can send events
    /// of invented pages, and those of a release always have room.
    func enter(_ published: [PublishedPage], of release: Int64, scope: Int64) throws(StoreError) {
        for page in published {
            guard let type = page.uri.resourceType else { continue }
            let (uri, channel) = (page.uri.description, page.channel?.description)
            find.bind(1, scope)
            find.bind(2, uri)
            if let number = try find.first() {
                try move(number, to: channel)
                self.published[number] = release
            } else if let number = try insert(page.uri, type, uri, channel: channel, scope) {
                self.published[number] = release
            }
        }
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
        let channel = channel.flatMap { Self.channel($0) }.flatMap { $0.hub == content.hub ? $0.description : nil }
        return try insert(content, type, canonical, channel: channel, scope)
    }

    private func insert(
        _ page: ContentURI, _ type: ResourceType, _ uri: String, channel: String?, _ scope: Int64
    ) throws(StoreError) -> Int64? {
        if let count = counts[scope] { counts[scope] = count + 1 }
        add.bind(1, scope)
        add.bind(2, uri)
        add.bind(3, type.rawValue)
        add.bind(4, page.hub)
        add.bind(5, type == .channel ? uri : type == .article ? channel : nil)
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
        if let newest = max(published[page], visited[page]), newest >= release { return }
        guard let channel = Self.channel(channel), let article = try? ContentURI(String(decoding: uri, as: UTF8.self)),
            article.hub == channel.hub
        else { return }
        keep(release, of: page)
        try move(page, to: channel.description)
    }

    private func move(_ page: Int64, to channel: String?) throws(StoreError) {
        movePage.bind(1, channel)
        movePage.bind(2, page)
        try movePage.run()
    }

    /// Events that name this release or an earlier one do not move the page.
    private func keep(_ release: Int64, of page: Int64) {
        if visited.count >= mostVisited { visited = [:] }
        visited[page] = release
    }

    private func max(_ first: Int64?, _ second: Int64?) -> Int64? {
        guard let first, let second else { return first ?? second }
        return Swift.max(first, second)
    }

    /// `nil` for a text that is no channel's address.
    private static func channel(_ text: UnsafeBufferPointer<UInt8>) -> ContentURI? {
        guard let uri = try? ContentURI(String(decoding: text, as: UTF8.self)), uri.resourceType == .channel else {
            return nil
        }
        return uri
    }
}
