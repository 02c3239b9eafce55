import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-012, ENG-024 to ENG-027, ENG-069 to ENG-072, ENG-122: the install and sessions as events.
@Suite struct SessionEventTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    /// Opens and starts the SDK as an app does.
    private func launch(_ appState: AppState = .foreground) async throws -> (core: Core, engage: Engage) {
        let (core, engage) = try fixture.open([.engageEventCacheSize: .count(500)], appState: appState)
        core.start()
        engage.start()
        await engage.reporter.report().value
        return (core, engage)
    }

    private func leave(_ app: (core: Core, engage: Engage)) async {
        await app.engage.enteredBackground()
        await app.core.enteredBackground()
    }

    private func comeBack(_ app: (core: Core, engage: Engage)) async {
        app.core.enteredForeground()
        app.engage.enteredForeground()
        await app.engage.reporter.report().value
    }

    private func close(_ app: (core: Core, engage: Engage)) async {
        await app.engage.close()
        await app.core.close()
    }

    /// All events on the device, in the order in which they were tracked. One that is posted meanwhile is read twice.
    private func events(_ engage: Engage) throws -> [UniversalEvent] {
        let read = try TrackedEvent.Status.allCases.flatMap { try engage.events($0, limit: .max) }
        return Dictionary(read.map { ($0.id, $0.event) }) { $1 }.values
            .sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
    }

    private func types(_ engage: Engage) throws -> [UniversalEventType] { try events(engage).map(\.type) }

    // ENG-012, ENG-024
    @Test func `the install is one event, and each launch starts a session`() async throws {
        var app = try await launch()
        #expect(try types(app.engage) == [.installed, .sessionStarted])
        #expect(try events(app.engage).first?["Last Campaign"] == "")
        #expect(try events(app.engage).first?["Primary User Id"] == "mobile-1")
        await close(app)
        fixture.clock.advance(by: .seconds(60))
        app = try await launch()
        #expect(try types(app.engage) == [.installed, .sessionStarted, .sessionEnded, .sessionStarted])
        await close(app)
    }

    // ENG-025
    @Test func `without a mobile user id, install and sessions wait for one, also over launches`() async throws {
        fixture.identity.set { $0.mobileUserID = "" }
        let start = fixture.clock.now
        var app = try await launch()
        #expect(try types(app.engage) == [])
        fixture.clock.advance(by: .seconds(30))
        await leave(app)
        await close(app)
        fixture.clock.advance(by: .seconds(3_600))
        app = try await launch()
        #expect(try types(app.engage) == [])
        fixture.identity.set { $0.mobileUserID = "mobile-2" }
        await app.engage.reporter.report().value
        let events = try events(app.engage)
        #expect(events.map(\.type) == [.installed, .sessionStarted, .sessionEnded, .sessionStarted])
        #expect(events.allSatisfy { $0["Primary User Id"] == "mobile-2" })
        #expect(
            events.map(\.time) == [start, start, start + .seconds(30), start + .seconds(3_630)],
            "events have the times at which they happened")
        await close(app)
    }

    // ENG-069, ENG-070, ENG-072
    @Test(arguments: [(1_799, false), (1_800, true)])
    func `a session ends with an absence of 30 minutes, and its end comes before the next start`(
        seconds: Int, ends: Bool
    ) async throws {
        let app = try await launch()
        await leave(app)
        fixture.clock.advance(by: .seconds(seconds))
        await comeBack(app)
        #expect(try types(app.engage).dropFirst(2) == (ends ? [.sessionEnded, .sessionStarted] : []))
        await close(app)
    }

    // ENG-027, ENG-071
    @Test func `the duration has the active time only, also when the process is killed in the background`() async throws
    {
        var app = try await launch()
        fixture.clock.advance(by: .seconds(60))
        await leave(app)
        fixture.clock.advance(by: .seconds(600))
        await comeBack(app)
        fixture.clock.advance(by: .milliseconds(30_900))
        let left = fixture.clock.now
        await leave(app)
        fixture.clock.set(left + .seconds(-100_000))
        // The next launch opens the files of a process that was not closed.
        let killed = app
        app = try await launch()
        let ended = try #require(try events(app.engage).first { $0.type == .sessionEnded })
        #expect(ended["Session Duration"] == "90")
        #expect(ended.time == left)
        await close(app)
        await close(killed)
    }

    // Engage and the core count separately: 30 minutes and 30 seconds.
    @Test func `a session of Engage may have several of the core`() async throws {
        let app = try await launch()
        let core = app.core.sessionID
        await leave(app)
        fixture.clock.advance(by: .seconds(60))
        await comeBack(app)
        #expect(app.core.sessionID != core)
        #expect(try types(app.engage) == [.installed, .sessionStarted])
        #expect(try app.core.sessions.ended().count == 1)
        await close(app)
    }

    @Test func `a report that a kill repeats adds no second event`() async throws {
        var app = try await launch()
        let first = try events(app.engage).map(\.id)
        // As if the process was killed before it noted that the events are stored.
        try app.engage.state.store(["session.started": nil, "session.install": String(fixture.clock.now.milliseconds)])
        await app.engage.reporter.report().value
        #expect(try events(app.engage).map(\.id) == first)
        await close(app)
        app = try await launch()
        #expect(try types(app.engage).suffix(2) == [.sessionEnded, .sessionStarted])
        await close(app)
    }

    /// Makes a closed file one that is not a database.
    private func damage(_ file: String) throws {
        let path = fixture.folder.url.appending(path: file).path
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try Data("not a database".utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [2, 20]) func `session ends are reported also after the state file was replaced`(
        launches: Int
    ) async throws {
        for _ in 0..<launches { await close(try await launch()) }
        try damage("state.sqlite3")
        var app = try await launch()
        let before = try types(app.engage).count
        await close(app)
        for _ in 0..<2 {
            app = try await launch()
            await close(app)
        }
        app = try await launch()
        let expected = [[UniversalEventType]](repeating: [.sessionEnded, .sessionStarted], count: 3).flatMap(\.self)
        #expect(try Array(types(app.engage).dropFirst(before)) == expected)
        await close(app)
    }

    @Test func `a number that is above those of all sessions ends no reports`() async throws {
        await close(try await launch())
        // As after a damage that an earlier version of the SDK has met.
        try EngageState(fixture.environment).store(["session.ended": "5000"])
        let app = try await launch()
        #expect(try types(app.engage) == [.installed, .sessionStarted, .sessionEnded, .sessionStarted])
        await close(app)
    }

    @Test func `after the file of Engage was replaced, neither the install nor old sessions are reported again`()
        async throws
    {
        for _ in 0..<5 { await close(try await launch()) }
        // Nothing on the device keeps an event from being stored twice.
        try damage("outbox.sqlite3")
        try damage("engage.sqlite3")
        var app = try await launch()
        // This launch ended the session of the launch before.
        #expect(try types(app.engage) == [.sessionStarted, .sessionEnded, .sessionStarted])
        await close(app)
        app = try await launch()
        #expect(try types(app.engage).dropFirst(3) == [.sessionEnded, .sessionStarted])
        await close(app)
    }

    @Test func `a session that ends during a report is reported once and in order`() async throws {
        let fixture = try EngageFixture()
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        func launch() throws -> (core: Core, sessions: Sessions) {
            let core = try Core(
                configuration: Configuration(service: service, trustAnchors: []), environment: fixture.environment,
                log: fixture.log)
            return (core, try core.addSessions("test", timeout: .seconds(1_800)))
        }
        let state = try EngageState(fixture.environment)
        try state.store(["session.install": String(fixture.clock.now.milliseconds)])
        let (earlier, _) = try launch()
        earlier.start()
        await earlier.close()
        let (core, sessions) = try launch()
        let recorded = Locked<[String]>([])
        let reporter = try SessionReporter(
            sessions, state, identity: fixture.identity,
            environment: fixture.environment, log: fixture.log,
            record: { event, _ throws(EngageError) in
                let count = recorded.withLock { recorded in
                    recorded.append(event.type.eventName)
                    return recorded.count
                }
                // The visitor is away for long while the end of the session of the last launch is reported.
                guard count == 3 else { return }
                await core.enteredBackground()
                fixture.clock.advance(by: .seconds(1_800))
                core.enteredForeground()
            })
        core.start()
        await reporter.report().value
        await reporter.report().value
        let (start, end) = ("engage_session_started", "engage_session_ended")
        let names = recorded.withLock { $0 }
        #expect(names == ["engage_installed", start, end, start, end, start])
        await core.close()
    }

    @Test func `while the disk is full no session is lost`() async throws {
        fixture.isDiskFull.withLock { $0 = true }
        let app = try await launch()
        #expect(try types(app.engage) == [])
        fixture.isDiskFull.withLock { $0 = false }
        await comeBack(app)
        #expect(try types(app.engage) == [.installed, .sessionStarted])
        await close(app)
    }

    // ENG-026, ENG-043
    @Test func `a session that the app starts sets the campaign, and later events carry it until it ends`() async throws
    {
        let app = try await launch()
        let engage = app.engage
        engage.trackSessionStarted(campaign: "Explicit", ["CurrentCampaign": "In values", "CampaignValidFor": "1h"])
        engage.trackSessionStarted(["CurrentCampaign": ""])
        engage.track(.goalCompleted("A"))
        fixture.clock.advance(by: .seconds(3_601))
        engage.track(.goalCompleted("B"))
        engage.trackSessionStarted(["CurrentCampaign": "In values"])
        try await app.core.outbox.flush()
        let events = try events(engage).dropFirst(2)
        #expect(events.map { $0["Campaign Name"] } == ["Explicit", "Explicit", "Explicit", "", "In values"])
        #expect(events.first?["CurrentCampaign"] == "In values")
        await close(app)
    }

    // ENG-043
    @Test func `a session that is reported late carries the campaign of its own time`() async throws {
        let app = try await launch()
        app.engage.setCampaign("Before")
        fixture.clock.advance(by: .seconds(60))
        await leave(app)
        fixture.clock.advance(by: .seconds(3_600))
        // Handled before the app is in the foreground again.
        app.engage.setCampaign("After")
        await comeBack(app)
        let events = try events(app.engage)
        #expect(events.map { $0["Campaign Name"] } == [nil, "", "Before", "After"])
        await close(app)
    }

    @Test func `a campaign that is set during a session is not the one that its start carries later`() async throws {
        fixture.identity.set { $0.mobileUserID = "" }
        let app = try await launch()
        fixture.clock.advance(by: .seconds(600))
        app.engage.setCampaign("Too late")
        fixture.identity.set { $0.mobileUserID = "mobile-2" }
        await app.engage.reporter.settled()
        #expect(try events(app.engage).map { $0["Campaign Name"] } == [nil, ""])
        #expect(try events(app.engage).first?["Last Campaign"] == "Too late")
        await close(app)
    }

    // ENG-196
    @Test func `the start of a session carries the campaign of the link that opened the app`() async throws {
        fixture.identity.set { $0.mobileUserID = "" }
        let app = try await launch()
        fixture.clock.advance(by: .seconds(2))
        let id = app.engage.links.open(try #require(URL(string: "app://offers?CurrentCampaign=Snow")))
        #expect(id != nil)
        fixture.identity.set { $0.mobileUserID = "mobile-2" }
        await app.engage.reporter.settled()
        try await app.core.outbox.flush()
        let starts = try events(app.engage).filter { $0.type == .sessionStarted }
        #expect(starts.map { $0["Campaign Name"] } == ["Snow", "Snow"])
        await close(app)
    }

    // ENG-025, ENG-100
    @Test func `an id of the user releases what waits for it, once`() async throws {
        fixture.identity.set { $0.mobileUserID = "" }
        let app = try await launch()
        #expect(try types(app.engage) == [])
        for _ in 0..<2 {
            // Nothing else asks for a report.
            fixture.identity.set { $0.mobileUserID = "mobile-2" }
            await app.engage.reporter.settled()
            #expect(try types(app.engage) == [.installed, .sessionStarted])
        }
        await close(app)
    }

    // ENG-024: a silent push is no session of the user.
    @Test func `a launch in the background reports no start of a session until the app is on screen`() async throws {
        await close(try await launch())
        let app = try await launch(.background)
        #expect(try types(app.engage) == [.installed, .sessionStarted, .sessionEnded])
        fixture.clock.advance(by: .seconds(60))
        let shown = fixture.clock.now
        await comeBack(app)
        let start = try #require(try events(app.engage).dropFirst(3).first)
        #expect(start.type == .sessionStarted)
        #expect(start.time == shown)
        await close(app)
    }
}
