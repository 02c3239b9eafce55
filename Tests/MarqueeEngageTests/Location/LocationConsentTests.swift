import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// PLC-140: once the user refuses locations, none is stored or sent.
@Suite struct LocationConsentTests {
    private static let values: [String: EngageValue] = [
        "Latitude": "33.7", "Longitude": "-84.4", "Location Address": "Atlanta", "Location Name": "Town Hall",
        "kept": "1",
    ]
    private static let names = ["Latitude", "Longitude", "Location Address", "Location Name"]

    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    /// The names of the location's attributes in an event.
    private func places(_ event: UniversalEvent?) -> [String] {
        Self.names.filter { event?[$0] != nil }
    }

    private func close(_ app: (core: Core, engage: Engage)) async {
        await app.engage.close()
        await app.core.close()
    }

    @Test func `events on disk lose their location before the call returns, whatever became of them`() async throws {
        let (core, engage) = try fixture.open()
        let posted = try await engage.record(.named("posted", Self.values))
        await engage.flush()
        fixture.transport.script(answer(400, [:], #"{"rejected":[{"index":0}]}"#))
        let failed = try await engage.record(.named("failed", Self.values))
        await engage.flush()
        engage.addPlugin(TestPlugin("never", isReady: false, types: [.goalCompleted]))
        let held = try await engage.record(.goalCompleted("held", Self.values))
        let waiting = try await engage.record(.named("waiting", Self.values))
        let before = try engage.eventCounts()
        try core.consent.limitTracking(true)
        let expected: [(EventID, TrackedEvent.Status)] = [
            (posted, .posted), (failed, .failed), (held, .hold), (waiting, .notPosted),
        ]
        for (id, status) in expected {
            let event = try #require(try engage.event(id))
            #expect(event.status == status)
            #expect(places(event.event) == [])
            #expect(event.event["kept"] == "1")
            #expect(event.event.sequence != nil)
        }
        let after = try engage.eventCounts()
        #expect(after.notPosted == before.notPosted)
        #expect(after.notPostedBytes < before.notPostedBytes)
        try core.consent.limitTracking(false)
        await engage.flush()
        #expect(try fixture.submissions().last?.names == ["waiting"])
        #expect(places(try fixture.submissions().last?.events.first) == [])
        await close((core, engage))
    }

    @Test func `an event that plug-ins complete after the refusal has no location`() async throws {
        let (core, engage) = try fixture.open()
        let plugin = TestPlugin("Latitude", isReady: false)
        engage.addPlugin(plugin)
        engage.augmenter.start()
        let clock = fixture.clock
        let late = try await engage.record(.named("late", Self.values))
        #expect(await eventually { clock.sleepers >= 2 })
        try core.consent.refuse([.location])
        plugin.becomeReady()
        clock.advance(by: .milliseconds(100))
        #expect(try await eventually { try engage.event(late)?.status == .notPosted })
        #expect(places(try engage.event(late)?.event) == [])
        // What was at work before the refusal has no location after a new consent either.
        try core.consent.grant([.location])
        #expect(places(try engage.event(late)?.event) == [])
        await close((core, engage))
    }

    @Test func `an event whose plug-ins are too late has no location either`() async throws {
        let (core, engage) = try fixture.open()
        engage.addPlugin(TestPlugin("never", isReady: false))
        engage.augmenter.start()
        let clock = fixture.clock
        let id = try await engage.record(.named("late", Self.values))
        #expect(await eventually { clock.sleepers >= 2 })
        try core.consent.refuse([.location])
        try core.consent.grant([.location])
        clock.advance(by: .seconds(15))
        #expect(try await eventually { try engage.event(id)?.status == .expired })
        #expect(places(try engage.event(id)?.event) == [])
        await close((core, engage))
    }

    @Test func `an event that was read and waits for its turn has no location either, also after a new consent`()
        async throws
    {
        let (core, engage) = try fixture.open()
        let plugin = TestPlugin("slow", isReady: false)
        engage.addPlugin(plugin)
        engage.augmenter.start()
        let (clock, count) = (fixture.clock, Augmenter.mostAtOnce + 1)
        for number in 1...count { engage.track(.named("\(number)", Self.values)) }
        try await core.outbox.flush()
        #expect(await eventually { clock.sleepers >= 2 * Augmenter.mostAtOnce })
        try core.consent.refuse([.location])
        try core.consent.grant([.location])
        plugin.becomeReady()
        clock.advance(by: .milliseconds(100))
        #expect(try await eventually { try engage.eventCounts().notPosted == count })
        for event in try engage.events(.notPosted, limit: count) { #expect(places(event.event) == []) }
        await close((core, engage))
    }

    @Test func `a request that waits for a token is sent without the location`() async throws {
        let (core, engage) = try fixture.open()
        try await engage.record(.named("a", Self.values))
        fixture.tokens.meanwhile { try? core.consent.limitTracking(true) }
        await engage.flush()
        #expect(try fixture.submissions().map(\.names) == [["a"]])
        #expect(places(try fixture.submissions().first?.events.first) == [])
        #expect(try fixture.submissions().first?.events.first?["kept"] == "1")
        await close((core, engage))
    }

    @Test func `values of the app with the names of a location are not stored while it is refused`() async throws {
        let (core, engage) = try fixture.open()
        try core.consent.refuse([.location])
        let id = try await engage.record(.named("a", Self.values))
        try core.consent.grant([.location])
        #expect(places(try engage.event(id)?.event) == [])
        let next = try await engage.record(.named("b", Self.values))
        #expect(places(try engage.event(next)?.event) == Self.names)
        await close((core, engage))
    }

    @Test func `an event in memory at the refusal is stored without its location, also after a new consent`()
        async throws
    {
        fixture.transport.script(offline)
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        let id = try #require(engage.track(.named("a", Self.values)))
        let fixture = fixture
        #expect(await eventually { fixture.transport.requests.count == 1 && !engage.sender.isSendingUnstored })
        try core.consent.refuse([.location])
        try core.consent.grant([.location])
        fixture.isDiskFull.withLock { $0 = false }
        try await core.outbox.flush()
        #expect(try engage.event(id)?.event["kept"] == "1")
        #expect(places(try engage.event(id)?.event) == [])
        await close((core, engage))
    }

    @Test func `a refusal whose deletion a kill prevented is made up for at the next launch`() async throws {
        var app = try fixture.open()
        let id = try await app.engage.record(.named("a", Self.values))
        try app.core.state.store([Consent.name: Data("location".utf8)])
        await close(app)
        app = try fixture.open()
        #expect(places(try app.engage.event(id)?.event) == [])
        #expect(try app.engage.event(id)?.event["kept"] == "1")
        await close(app)
    }

    @Test func `the attributes have the names of the configuration`() async throws {
        let (core, engage) = try fixture.open([.engageFieldName(.latitude): .text("lat \"°\"")])
        let id = try await engage.record(.named("a", ["lat \"°\"": "33.7", "Latitude": "of the app"]))
        try core.consent.refuse([.location])
        let event = try #require(try engage.event(id)?.event)
        #expect(event["lat \"°\""] == nil)
        #expect(event["Latitude"] == "of the app")
        await close((core, engage))
    }

    @Test func `a refusal that cannot delete everything says so, and consent cannot be given before it is done`()
        async throws
    {
        let (core, engage) = try fixture.open()
        let id = try await engage.record(.named("a", Self.values))
        try engage.sender.items.store.write { try $0.execute(sql: "ALTER TABLE item RENAME TO away") }
        #expect(throws: MarqueeError.self) { try core.consent.refuse([.location]) }
        #expect(throws: MarqueeError.self) { try core.consent.grant([.location]) }
        #expect(!core.consent.isGranted(.location))
        try engage.sender.items.store.write { try $0.execute(sql: "ALTER TABLE away RENAME TO item") }
        try core.consent.grant([.location])
        #expect(places(try engage.event(id)?.event) == [])
        await close((core, engage))
    }
}

/// The source of locations follows the user's consent and the SDK's life.
@Suite struct LocationFollowingTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    private func starts(_ locations: ScriptedLocations) -> [String] {
        locations.now.calls.filter { $0 != "isAuthorised" }
    }

    private func close(_ core: Core, _ engage: Engage) async {
        await engage.close()
        await core.close()
    }

    @Test func `a source that was passed while locations were refused starts with the consent`() async throws {
        let (core, engage) = try fixture.open()
        try core.consent.limitTracking(true)
        let locations = ScriptedLocations()
        engage.followLocation(locations)
        engage.augmenter.start()
        #expect(starts(locations) == [])
        try core.consent.limitTracking(false)
        #expect(starts(locations) == ["start best 10.0"])
        locations.move(to: LocationFix(latitude: 33.7, longitude: -84.4, time: fixture.clock.now))
        let id = try await engage.record(.named("a"))
        #expect(try await eventually { try engage.event(id)?.status == .notPosted })
        #expect(try engage.event(id)?.event["Latitude"] == "33.7")
        await close(core, engage)
    }

    @Test func `a refusal ends following, and a new consent begins it again without the old place`() async throws {
        let (core, engage) = try fixture.open()
        let locations = ScriptedLocations()
        engage.followLocation(locations)
        locations.move(to: LocationFix(latitude: 33.7, longitude: -84.4, time: fixture.clock.now))
        try core.consent.refuse([.location])
        try core.consent.refuse([.location])
        #expect(starts(locations).filter { $0 != "placemark" } == ["start best 10.0", "stop"])
        try core.consent.grant([.location])
        try core.consent.grant([.location])
        #expect(starts(locations).filter { $0 != "placemark" } == ["start best 10.0", "stop", "start best 10.0"])
        #expect(engage.keeper.withLock { $0.keeper?.coordinates() } == .pending)
        await close(core, engage)
    }

    @Test func `after the end of the SDK no source starts`() async throws {
        let (core, engage) = try fixture.open()
        let locations = ScriptedLocations()
        engage.followLocation(locations)
        await engage.close()
        #expect(starts(locations) == ["start best 10.0", "stop"])
        let late = ScriptedLocations()
        engage.followLocation(late)
        try core.consent.refuse([.location])
        try core.consent.grant([.location])
        #expect(starts(late) == [])
        #expect(starts(locations) == ["start best 10.0", "stop"])
        await core.close()
    }

    @Test func `of sources that are passed at once, one is followed`() async throws {
        let (core, engage) = try fixture.open()
        let all = (0..<50).map { _ in ScriptedLocations() }
        await withTaskGroup { group in
            for locations in all { group.addTask { engage.followLocation(locations) } }
        }
        let followed = all.filter { starts($0).last?.hasPrefix("start") == true }
        #expect(followed.count == 1)
        followed.first?.move(to: LocationFix(latitude: 33.7, longitude: -84.4, time: fixture.clock.now))
        engage.augmenter.start()
        let id = try await engage.record(.named("a"))
        #expect(try await eventually { try engage.event(id)?.event["Latitude"] == "33.7" })
        await close(core, engage)
    }
}
