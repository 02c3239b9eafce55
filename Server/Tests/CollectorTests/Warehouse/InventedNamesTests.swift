import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// Any stranger can send events with invented names and pages. They are bounded, and push out nothing real.
@Suite struct InventedNamesTests {
    private let engine = LogEngine.all[0]
    private let now = TemporaryCollector.now

    /// Fills the room for an app's event names.
    private func fill(_ log: any EventLog, _ scope: Scope) async throws {
        for batch in 0..<11 {
            let events = (0..<500).map { Sample.event("name_\(batch)_\($0)") }
            _ = try await log.append(EventChunk(events, of: scope))
        }
    }

    private func append(_ name: String, days: Int, _ log: any EventLog, _ scope: Scope) async throws {
        let time = now + .seconds(86_400 * days)
        let body = try Sample.body([Sample.event(name, time: time)], sent: time)
        _ = try await log.append(EventChunk([body], of: scope, received: time))
    }

    private func count(_ name: String, _ log: any EventLog, _ scope: Scope) async throws -> Int {
        try await log.events(EventQuery(scope: scope, name: name, limit: 1000)).events.count
    }

    @Test func `names beyond the bound of an app are one, and those of projections have room`() async throws {
        let projection = RecordingProjection(["reserved"])
        let temporary = try TemporaryLog(engine, [projection])
        let log = try temporary.open()
        try await fill(log, temporary.scope)
        _ = try await log.append(EventChunk([Sample.event("reserved")], of: temporary.scope))
        let other = try Scope(app: "else")
        _ = try await log.append(EventChunk([Sample.event("mine")], of: other))
        #expect(try temporary.store.count("name_list") == 5002)
        #expect(try temporary.store.count("term") < 5010)
        #expect(try temporary.store.count("recorded") == 1)
        #expect(try await count(EventRecord.otherName, log, temporary.scope) == 500)
        #expect(try await log.events(EventQuery(scope: other)).events.map(\.name) == ["mine"])
    }

    @Test func `names that events have keep their room, and those that none has had for long make room for others`()
        async throws
    {
        let temporary = try TemporaryLog(engine)
        let (log, scope) = (try temporary.open(), temporary.scope)
        try await append("opened", days: 0, log, scope)
        try await fill(log, scope)
        try await append("bought", days: 0, log, scope)
        #expect(try await count("bought", log, scope) == 0, "there is no room for another name")
        try await append("opened", days: NameList.days, log, scope)
        while try await !log.tidy(now: now + .seconds(86_400 * NameList.days)).isLast {}
        try await append("bought", days: NameList.days, log, scope)
        #expect(try await count("bought", log, scope) == 0, "every name was seen within the days")
        while try await !log.tidy(now: now + .seconds(86_400 * (NameList.days + 1))).isLast {}
        #expect(try temporary.store.count("name_list") == 1)
        try await append("bought", days: NameList.days + 1, log, scope)
        try await append("opened", days: NameList.days + 1, log, scope)
        #expect(try await count("bought", log, scope) == 1)
        #expect(try await count("opened", log, scope) == 3)
        #expect(try await count("name_0_0", log, scope) == 1, "an event keeps its name")
    }

    @Test func `a name of an earlier build's file stays listed as long as one of today`() async throws {
        let temporary = try TemporaryLog(engine)
        try await append("opened", days: 0, try temporary.open(), temporary.scope)
        let path = temporary.store.folder.appending(path: "warehouse.sqlite3").path
        try SQLiteConnection(path: path).execute("ALTER TABLE name_list DROP COLUMN seen")
        let log = try temporary.open()
        let today = Timestamp(Date())
        while try await !log.tidy(now: today + .seconds(86_400 * (NameList.days - 1))).isLast {}
        #expect(try temporary.store.count("name_list") == 1)
        while try await !log.tidy(now: today + .seconds(86_400 * (NameList.days + 2))).isLast {}
        #expect(try temporary.store.count("name_list") == 0)
    }

    private func view(_ page: String, channel: String? = nil, release: Int64? = nil) -> Event {
        var properties: [String: Event.Value] = ["uri": .text("zbimdb://magazine/a/\(page)")]
        if let channel { properties["channel"] = .text("zbimdb://magazine/c/\(channel)") }
        if let release { properties["release"] = .integer(release) }
        return Sample.event("content_viewed", properties)
    }

    private func page(_ name: String, in channel: String) -> PublishedPage {
        PublishedPage(
            uri: ContentURI(hub: "magazine", .article(name)), channel: ContentURI(hub: "magazine", .channel(channel)))
    }

    /// The pages with views in the reports, each with its channel.
    private func viewed(_ store: TemporaryCollector) throws -> [String] {
        try store.column(
            """
            SELECT replace(uri, 'zbimdb://magazine/a/', '') || ' ' || COALESCE(replace(channel, 'zbimdb://magazine/c/', ''), '-')
            FROM page JOIN rollup ON rollup.page = page.id WHERE views > 0 ORDER BY 1
            """
        ).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `pages of a release have room when strangers have filled that of an app`() async throws {
        let releases = PublishedReleases { _ in
            7
        } pages: { [self] _, release in
            release == 7 ? [page("real", in: "news"), page("also_real", in: "cars")] : nil
        }
        let temporary = try TemporaryLog(engine, [HubFigures(releases: releases, mostPages: 3)])
        let log = try temporary.open()
        _ = try await log.append(EventChunk((0..<9).map { view("invented\($0)") }, of: temporary.scope))
        _ = try await log.append(EventChunk([view("real"), view("invented8")], of: temporary.scope))
        #expect(try viewed(temporary.store) == ["invented0 -", "real news"])
        #expect(try temporary.store.count("page") == 3)
    }

    @Test func `pages of each new release get room, also after a start and after a transaction that failed`()
        async throws
    {
        let newest = Mutex(1)
        let makeReleases = {
            PublishedReleases { _ in
                newest.withLock { $0 }
            } pages: { [self] _, release in
                [page("of_release_\(release)", in: "news")]
            }
        }
        let failing = RecordingProjection()
        var temporary = try TemporaryLog(engine, [HubFigures(releases: makeReleases(), mostPages: 1), failing])
        let log = try temporary.open()
        failing.fails.withLock { $0 = true }
        await #expect(throws: StoreError.self) {
            _ = try await log.append(EventChunk([view("invented")], of: temporary.scope))
        }
        failing.fails.withLock { $0 = false }
        _ = try await log.append(EventChunk([view("invented"), view("of_release_1")], of: temporary.scope))
        #expect(try viewed(temporary.store) == ["of_release_1 news"])
        newest.withLock { $0 = 2 }
        temporary.projections = [HubFigures(releases: makeReleases(), mostPages: 1), failing]
        _ = try await temporary.open().append(EventChunk([view("of_release_2")], of: temporary.scope))
        #expect(try viewed(temporary.store) == ["of_release_1 news", "of_release_2 news"])
    }

    @Test func `pages that could not be read are asked for again`() async throws {
        let isReadable = Mutex(false)
        let time = Mutex(ContinuousClock.now)
        let releases = PublishedReleases(
            { _ in 1 }, pages: { [self] _, _ in isReadable.withLock { $0 } ? [page("real", in: "news")] : nil },
            clock: { time.withLock { $0 } })
        let scope = try Scope(app: "demo")
        await releases.update([scope])
        #expect(releases.takePages(of: scope)?.pages == nil && releases.newest(of: scope) == 1)
        isReadable.withLock { $0 = true }
        time.withLock { $0 += PublishedReleases.patience }
        await releases.update([scope])
        #expect(releases.takePages(of: scope)?.pages.count == 1)
        time.withLock { $0 += PublishedReleases.patience }
        await releases.update([scope])
        #expect(releases.takePages(of: scope)?.pages == nil, "they are handed out once")
    }

    @Test func `what strangers name makes no release of a published page forgotten`() async throws {
        let releases = PublishedReleases { _ in
            7
        } pages: { [self] _, _ in
            [page("real", in: "news")]
        }
        let temporary = try TemporaryLog(engine, [HubFigures(releases: releases, mostPages: 8)])
        let log = try temporary.open()
        let invented = (0..<7).map { view("invented\($0)", channel: "cars", release: 1) }
        let forged = [7, 6].map { view("real", channel: "cars", release: $0) }
        _ = try await log.append(EventChunk(invented + forged, of: temporary.scope))
        #expect(try viewed(temporary.store).contains("real news"))
    }

    @Test func `a long id of a person takes little room for good, and counts as one reader`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let (long, other) = (String(repeating: "x", count: 8000), String(repeating: "x", count: 7999) + "y")
        let uri: [String: Event.Value] = ["uri": .text("zbimdb://magazine/a/one")]
        let events = [long, long, other, "short"].map { Sample.event("content_viewed", user: $0, uri) }
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        let day = Day(now)
        let totals = try await collector.reports.totals(scope: store.scope, days: day...day)
        #expect(totals.views == 4 && totals.readers == 3)
        let longest = try store.column("SELECT MAX(length(text)) FROM term").map { String(decoding: $0, as: UTF8.self) }
        #expect(longest == ["69"])
    }

    @Test func `a release is known while the store fails, and its number does not wait for pages`() async throws {
        let time = Mutex(ContinuousClock.now)
        let answers = Mutex<Int?>(7)
        let releases = PublishedReleases { _ in
            answers.withLock { $0 }
        } pages: { _, version in
            version == 7 ? nil : []
        } clock: {
            time.withLock { $0 }
        }
        let scope = try Scope(app: "brand")
        for (answer, expected) in [(7, 7), (nil, 7), (8, 8), (nil, 8)] as [(Int?, Int64)] {
            answers.withLock { $0 = answer }
            await releases.update([scope])
            #expect(releases.newest(of: scope) == expected)
            time.withLock { $0 += .seconds(1) }
        }
    }

    @Test func `an event moves no article out of the channel that its release has it in`() async throws {
        let releases = PublishedReleases { _ in
            7
        } pages: { [self] _, _ in
            [page("real", in: "news")]
        }
        let temporary = try TemporaryLog(engine, [HubFigures(releases: releases)])
        let log = try temporary.open()
        let events = [7, 6, nil].map { view("real", channel: "cars", release: $0) }
        _ = try await log.append(EventChunk(events, of: temporary.scope))
        #expect(try viewed(temporary.store) == ["real news"])
    }
}
