import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// HUB-026, HUB-028, HUB-212, HUB-213: starting, sessions, the advertiser id.
@Suite struct CoreTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
    }

    // HUB-026
    @Test func `only one of 100 concurrent starts starts the work`() async throws {
        let core = try fixture.core()
        let first = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { core.start() } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(first == 1)
        await core.close()
    }

    // HUB-028
    @Test func `opening makes no request and does not wait for the network`() async throws {
        let core = try fixture.core()
        core.start()
        #expect(fixture.transport.requests.isEmpty)
        await core.close()
    }

    @Test func `only the owner can read the folder and its files`() async throws {
        let inner = fixture.folder.url.appending(path: "sdk")
        let environment = Environment(folder: inner, transport: fixture.transport)
        let core = try Core(configuration: .load(file: nil, [.core]), environment: environment)
        for (path, rights) in [
            ("", 0o700), ("state.sqlite3", 0o600), ("outbox.sqlite3", 0o600), ("outbox.sqlite3-wal", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: inner.appending(path: path).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == rights, "\(path)")
        }
        await core.close()
    }

    // HUB-206
    @Test(arguments: [(29, false), (30, true), (86_400, true)])
    func `a new session starts after a long absence`(seconds: Int, isNew: Bool) async throws {
        let core = try fixture.core()
        let session = core.sessionID
        await core.enteredBackground()
        #expect(core.appState == .background)
        fixture.clock.advance(by: .seconds(seconds))
        core.enteredForeground()
        #expect(core.appState == .foreground)
        #expect((core.sessionID != session) == isNew)
        let id = try await core.outbox.record("after_return")
        let stored = try core.outbox.stored().first { $0.id == id }
        let event = try JSONDecoder().decode(Event.self, from: try #require(stored).body)
        #expect(event.session == core.sessionID)
        await core.close()
    }

    // HUB-212, HUB-213
    @Test func `the app's rule sets the advertiser id of each batch while the rule exists`() async throws {
        let setting = Advertiser.SystemSetting(id: "6D92078A-8246-4BA4-AE5B-76104861E7DC", isLimited: false)
        let advertiser = Advertiser { setting }
        let core = try fixture.core(advertiser: advertiser)
        var source: FixedAdvertiser? = FixedAdvertiser("my own id")
        var expected: [String?] = []
        for id in ["my own id", nil, "00000000"] {
            source?.id.withLock { $0 = id }
            advertiser.setSource(source)
            try await core.outbox.record("something_happened")
            await core.eventSender.drain()
            expected.append(id)
        }
        #expect(source?.wasOnMainQueue.withLock { $0 } == [true, true, true])
        source = nil
        try await core.outbox.record("something_happened")
        await core.eventSender.drain()
        expected.append(setting.id)
        #expect(try fixture.batches().map(\.advertiser) == expected)
        await core.close()
    }

    // HUB-212
    // HUB-207
    @Test func `the end of the time in the background cancels the requests, which is no attempt`() async throws {
        let clock = ManualClock()
        let fixture = try CoreFixture(
            FakeTransport { _ throws(TransportError) in
                do { try await clock.sleep(.seconds(3_600)) } catch {
                    throw TransportError(.cancelled, "the request was cancelled")
                }
                throw TransportError(.interrupted, "the app was suspended")
            })
        let core = try fixture.core()
        try await core.outbox.record("read")
        let hasLeft = Locked(false)
        let leaving = Task {
            await core.enteredBackground()
            hasLeft.withLock { $0 = true }
        }
        #expect(await eventually { clock.sleepers == 1 })
        leaving.cancel()
        #expect(await eventually { hasLeft.withLock { $0 } })
        let waiting = try core.outbox.events.stored(.notPosted, limit: 9)
        #expect(waiting.map(\.attempts) == [0])
        #expect(waiting.map(\.reason) == [nil])
        #expect(fixture.transport.requests.count == 1)
        core.enteredForeground()
        let drained = Task { await core.eventSender.drain() }
        #expect(await eventually { fixture.transport.requests.count == 2 })
        await core.close()
        #expect(await drained.value == .refused)
    }

    @Test(
        arguments: [
            (Advertiser.SystemSetting(id: "abc", isLimited: true), nil), (.init(id: nil, isLimited: false), nil),
            (.init(id: "00000000-0000-0000-0000-000000000000", isLimited: false), nil),
            (.init(id: "abc", isLimited: false), "abc"),
        ] as [(Advertiser.SystemSetting, String?)])
    func `without a rule of the app, the system's advertiser id is used`(setting: Advertiser.SystemSetting, id: String?)
        async
    {
        let advertiser = Advertiser { setting }
        #expect(await advertiser.id() == id)
        let source = FixedAdvertiser("own")
        advertiser.setSource(source)
        #expect(await advertiser.id() == "own")
        advertiser.setSource(nil)
        #expect(await advertiser.id() == id)
    }
}

private final class FixedAdvertiser: AdvertiserSource {
    let id: Locked<String?>
    let wasOnMainQueue = Locked<[Bool]>([])
    // On Linux the main queue may run on any thread, so the test checks the queue instead of the thread.
    private let mark = DispatchSpecificKey<Bool>()

    init(_ id: String?) {
        self.id = Locked(id)
        DispatchQueue.main.setSpecific(key: mark, value: true)
    }

    @MainActor func advertiserID() -> String? {
        wasOnMainQueue.withLock { $0.append(DispatchQueue.getSpecific(key: mark) ?? false) }
        return id.withLock { $0 }
    }
}
