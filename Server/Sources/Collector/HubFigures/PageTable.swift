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
    /// What belongs to the text at each place of `known`.
    private var visits: [(release: Int64, row: Int)] = []
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
        forgetTexts()
        counts = [:]
        published = [:]
        visited = [:]
    }

    /// Stores the pages of a release, each article in its channel, however many pages there are: anybody can send events
    /// of invented pages, and those of a release always have room.
    func enter(_ published: [PublishedPage], of release: Int64, scope: Int64) throws(StoreError) {
        forgetTexts()
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

    /// Where this table keeps a page in memory, for ``number(at:)`` and ``row(at:)``, until the next page is looked up;
    /// `nil` for an address that is no page's, and for pages beyond the bound.
    ///
    /// An article belongs to the channel of the newest release: devices with an older release do not move it back.
    func place(
        of uri: UnsafeBufferPointer<UInt8>, channel: UnsafeBufferPointer<UInt8>?, _ visit: Visit
    ) throws(StoreError) -> Int? {
        var place = known.place(of: uri, kind: visit.scope)
        if place == nil, let number = try stored(uri, channel, visit.scope) {
            place = known.add(uri, kind: visit.scope, number)
            // All texts are forgotten when there are too many.
            if place == 0 { visits = [] }
            visits.append((release: .min, row: 0))
        }
        if let place, let channel, let release = visit.release, release <= visit.newest, visits[place].release < release
        {
            if try move(known.number(at: place), uri, to: channel, in: release) { visits[place].release = release }
        }
        return place
    }

    /// The page's number.
    func number(at place: Int) -> Int64 { known.number(at: place) }

    /// The row of figures that the caller noted for a page; 0 for none.
    func row(at place: Int) -> Int { visits[place].row }

    /// Notes the row of figures in which a page was counted last.
    func note(row: Int, at place: Int) { visits[place].row = row }

    private func forgetTexts() {
        known.forget()
        visits = []
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
    /// - Returns: whether other events of this release change nothing.
    private func move(
        _ page: Int64, _ uri: UnsafeBufferPointer<UInt8>, to channel: UnsafeBufferPointer<UInt8>, in release: Int64
    ) throws(StoreError) -> Bool {
        if let newest = max(published[page], visited[page]), newest >= release { return true }
        guard let channel = Self.channel(channel), let article = try? ContentURI(String(decoding: uri, as: UTF8.self)),
            article.hub == channel.hub
        else { return false }
        keep(release, of: page)
        try move(page, to: channel.description)
        return true
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
