import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-050 to ENG-058, ENG-063, ENG-064, ENG-145: plug-ins complete events before they are sent.
@Suite struct AugmentationTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    private func open(
        _ plugins: any AugmentationPlugin..., settings: [ConfigurationKey: ConfigurationKey.Value] = [:]
    ) throws -> (core: Core, engage: Engage) {
        let (core, engage) = try fixture.open(settings)
        for plugin in plugins { engage.addPlugin(plugin) }
        engage.augmenter.start()
        return (core, engage)
    }

    /// Waits until events wait for the clock: one sleeper for the timeout of each, one for the next question.
    private func sleepers(_ count: Int) async -> Bool {
        let clock = fixture.clock
        return await eventually { clock.sleepers >= count }
    }

    private func status(_ id: EventID, _ status: TrackedEvent.Status, in engage: Engage) async throws -> Bool {
        try await eventually { try engage.event(id)?.status == status }
    }

    // ENG-053
    @Test func `values of plug-ins are part of the sent event`() async throws {
        let weather = ClosurePlugin { event in
            event.setting("Temperatue In Celsius", to: "100").setting("Temperatue In Fahrenheit", to: "212")
        }
        let (core, engage) = try open(weather, settings: EngageFixture.hostSettings)
        var notices = engage.notices().makeAsyncIterator()
        let id = try await engage.record(.named("a"))
        #expect(await notices.next() == .augmented(id))
        await engage.flush()
        let event = try #require(try fixture.submissions().first?.events.first)
        #expect(event["Temperatue In Celsius"] == "100")
        #expect(event["Temperatue In Fahrenheit"] == "212")
        #expect((event.id, event.sequence) == (id, 1))
        await engage.close()
        await core.close()
    }

    // ENG-050, ENG-053
    @Test func `plug-ins run in the configuration's order, then in the order in which they were added`() async throws {
        let (core, engage) = try fixture.open([.engagePlugins: .texts(["B", "Missing", "A"])])
        for (name, plugin) in [("A", "a"), (nil, "x"), ("B", "b"), ("C", "c")] as [(String?, String)] {
            engage.addPlugin(TestPlugin("order", plugin), named: name)
        }
        engage.start()
        let id = try await engage.record(.named("e"))
        #expect(try await status(id, .notPosted, in: engage))
        #expect(try engage.event(id)?.event["order"] == "baxc")
        #expect(fixture.messages.messages(.warning).contains { $0.contains("\"Missing\"") })
        await engage.close()
        await core.close()
    }

    // ENG-052
    @Test func `a plug-in is asked every 100 ms, and runs if it becomes ready just before the timeout`() async throws {
        let plugin = TestPlugin("late", isReady: false, failures: 2)
        let (core, engage) = try open(plugin)
        let id = try await engage.record(.named("a"))
        for question in 1...149 {
            #expect(await sleepers(2))
            #expect(plugin.questions == question)
            if question == 149 { plugin.becomeReady() }
            fixture.clock.advance(by: .milliseconds(100))
        }
        #expect(try await status(id, .notPosted, in: engage))
        #expect(try engage.event(id)?.event["late"] == "1")
        #expect(fixture.clock.sleepers == 0)
        await engage.close()
        await core.close()
    }

    // ENG-055, ENG-064
    @Test func `after the timeout the event is sent as it was tracked, with the status expired`() async throws {
        let (core, engage) = try open(TestPlugin("done"), TestPlugin("never", isReady: false))
        var notices = engage.notices().makeAsyncIterator()
        let id = try await engage.record(.named("a"))
        let tracked = try engage.event(id)?.event
        #expect(await sleepers(2))
        #expect(await engage.flush().outcome == .nothingToSend, "an event on hold is not sent")
        #expect(await engage.flush().onHold == 1)
        fixture.clock.advance(by: .seconds(15))
        #expect(await notices.next() == .augmentationExpired(id))
        #expect(try engage.event(id)?.status == .expired)
        #expect(try engage.event(id)?.event == tracked)
        #expect(await engage.flush().outcome == .sent(1))
        #expect(try fixture.batches().last?.events.first?.properties["done"] == nil)
        await engage.close()
        await core.close()
    }

    // ENG-051
    @Test func `a synchronous plug-in keeps later ones waiting, another one does not`() async throws {
        let slow = TestPlugin("slow", isReady: false, isSynchronous: false)
        let blocking = TestPlugin("blocking", isReady: false)
        let later = TestPlugin("later")
        let (core, engage) = try open(slow, TestPlugin("first"), blocking, later)
        let id = try await engage.record(.named("a"))
        #expect(await sleepers(2))
        #expect((slow.questions, blocking.questions, later.questions) == (2, 2, 0))
        blocking.becomeReady()
        fixture.clock.advance(by: .milliseconds(100))
        #expect(await sleepers(2))
        slow.becomeReady()
        fixture.clock.advance(by: .milliseconds(100))
        #expect(try await status(id, .notPosted, in: engage))
        let names = try engage.event(id)?.event.attributes.map(\.name).suffix(4)
        #expect(names.map(Array.init) == ["first", "blocking", "later", "slow"])
        await engage.close()
        await core.close()
    }

    // ENG-054
    @Test func `one timeout holds for all plug-ins together`() async throws {
        let fixture = fixture
        let (core, engage) = try fixture.open([:])
        for number in 0..<100 {
            engage.addPlugin(
                ClosurePlugin { event in
                    try await fixture.clock.sleep(.milliseconds(200))
                    return event.setting("\(number % 10)", to: "1")
                })
        }
        engage.augmenter.start()
        let id = try await engage.record(.named("a"))
        for _ in 0..<75 {
            #expect(await sleepers(2))
            #expect(try engage.event(id)?.status == .hold)
            fixture.clock.advance(by: .milliseconds(200))
        }
        #expect(try await status(id, .expired, in: engage))
        #expect(try engage.event(id)?.event["0"] == nil)
        await engage.close()
        await core.close()
    }

    // ENG-054, ENG-058
    @Test func `many events that wait hold up neither the caller nor each other`() async throws {
        let (core, engage) = try open(TestPlugin("never", isReady: false))
        let time = ContinuousClock().measure { for number in 0..<1_000 { engage.track(.named("\(number)")) } }
        #expect(time < .seconds(10), "10 ms for each call")
        try await core.outbox.flush()
        #expect(try engage.eventCounts().hold == 1_000)
        #expect(await sleepers(2 * Augmenter.mostAtOnce))
        fixture.clock.advance(by: .seconds(15))
        #expect(try await eventually { try engage.eventCounts().expired == 1_000 })
        await engage.close()
        await core.close()
    }

    // ENG-057, ENG-067
    @Test func `events on hold of an earlier launch are completed with a fresh timeout, however old they are`()
        async throws
    {
        let (killed, first) = try open(TestPlugin("never", isReady: false))
        let ids = [try await first.record(.named("a")), try await first.record(.named("b"))]
        #expect(await sleepers(2))
        await first.close()
        await killed.close()
        #expect(fixture.clock.sleepers == 0)
        for _ in 0..<6 {
            fixture.clock.advance(by: .seconds(7 * 86_400))
            await (try fixture.open([:])).core.close()
        }
        let plugin = TestPlugin("weather", isReady: false)
        let (core, engage) = try open(plugin)
        #expect(await sleepers(4))
        #expect(try engage.eventCounts().hold == 2)
        plugin.becomeReady()
        fixture.clock.advance(by: .milliseconds(100))
        for id in ids {
            #expect(try await status(id, .notPosted, in: engage))
            #expect(try engage.event(id)?.event["weather"] == "1")
        }
        #expect(await engage.flush().outcome == .sent(2))
        #expect(try fixture.batches().last?.events.map(\.id) == ids)
        await engage.close()
        await core.close()
    }

    /// Leaves an event on hold, as a process does that ends while a plug-in is at work.
    private func leaveOnHold(_ plugins: any AugmentationPlugin...) async throws -> EventID {
        let (core, engage) = try fixture.open([:])
        for plugin in plugins { engage.addPlugin(plugin) }
        engage.augmenter.start()
        let id = try await engage.record(.named("held"))
        #expect(await sleepers(2))
        await engage.close()
        await core.close()
        return id
    }

    // ENG-057
    @Test func `events of an earlier launch wait for the plug-ins that the app adds after the start`() async throws {
        let held = try await leaveOnHold(TestPlugin("never", isReady: false), ClosurePlugin { $0 })
        let (core, engage) = try fixture.open([:])
        engage.start()
        #expect(await sleepers(1), "the wait for the plug-ins has an end")
        engage.addPlugin(TestPlugin("weather"))
        let new = try await engage.record(.named("new"))
        #expect(try await status(new, .notPosted, in: engage), "new events do not wait for plug-ins of the last launch")
        #expect(try engage.event(held)?.status == .hold)
        engage.addPlugin(ClosurePlugin { $0.setting("late", to: "1") })
        #expect(try await status(held, .notPosted, in: engage))
        #expect(try engage.event(held)?.event["weather"] == "1")
        #expect(try engage.event(held)?.event["late"] == "1")
        await engage.close()
        await core.close()
    }

    // ENG-057
    @Test func `a plug-in that does not come back is waited for no longer than the timeout, and in one launch only`()
        async throws
    {
        var held = try await leaveOnHold(TestPlugin("never", isReady: false), ClosurePlugin { $0 })
        var (core, engage) = try fixture.open([:])
        engage.addPlugin(TestPlugin("weather"))
        engage.augmenter.start()
        #expect(await sleepers(1))
        #expect(try engage.event(held)?.status == .hold)
        fixture.clock.advance(by: .seconds(15))
        #expect(try await status(held, .notPosted, in: engage))
        #expect(try engage.event(held)?.event["weather"] == "1")
        await engage.close()
        await core.close()
        held = try await leaveOnHold(TestPlugin("never", isReady: false))
        (core, engage) = try fixture.open([:])
        engage.addPlugin(TestPlugin("weather"))
        engage.augmenter.start()
        #expect(try await status(held, .notPosted, in: engage))
        await engage.close()
        await core.close()
    }

    // ENG-057
    @Test func `events that are stored on hold after the file was damaged and replaced are completed`() async throws {
        let (core, engage) = try open(TestPlugin("x"))
        for number in 0..<3 {
            let id = try await engage.record(.named("\(number)"))
            #expect(try await status(id, .notPosted, in: engage))
        }
        let file = fixture.folder.url.appending(path: OutboxStore.fileName)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        try Data(repeating: 0xAB, count: 100_000).write(to: file)
        try core.outbox.store.check()
        let id = try await engage.record(.named("after"))
        #expect(try await status(id, .notPosted, in: engage))
        #expect(try engage.event(id)?.event["x"] == "1")
        #expect(try engage.event(id)?.event.sequence == 1)
        await engage.close()
        await core.close()
    }

    private func rename(_ table: String, to name: String, in engage: Engage) throws {
        try engage.sender.items.store.write { try $0.execute(sql: "ALTER TABLE \(table) RENAME TO \(name)") }
    }

    // ENG-057
    @Test func `while events on hold cannot be listed, they are looked for again`() async throws {
        let (core, engage) = try fixture.open([:])
        engage.addPlugin(TestPlugin("x"))
        let id = try await engage.record(.named("a"))
        try rename("item", to: "away", in: engage)
        engage.augmenter.start()
        let messages = fixture.messages
        #expect(await eventually { messages.messages(.error).contains { $0.contains("could not be read") } })
        #expect(await sleepers(1))
        try rename("away", to: "item", in: engage)
        fixture.clock.advance(by: .seconds(5))
        #expect(try await status(id, .notPosted, in: engage))
        #expect(try engage.event(id)?.event["x"] == "1")
        await engage.close()
        await core.close()
    }

    // ENG-057
    @Test func `while events on hold cannot be read or written, they are tried again`() async throws {
        let (core, engage) = try fixture.open([:])
        let isFirst = Locked(true)
        let hiding = ClosurePlugin { event in
            let hides = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if hides { try rename("item", to: "away", in: engage) }
            return event.setting("x", to: "1")
        }
        engage.addPlugin(hiding)
        for number in 0..<40 { try await engage.record(.named("\(number)")) }
        engage.augmenter.start()
        let messages = fixture.messages
        #expect(await eventually { messages.messages(.error).contains { $0.contains("could not be") } })
        try rename("away", to: "item", in: engage)
        let clock = fixture.clock
        #expect(
            try await eventually {
                clock.advance(by: .milliseconds(1))
                if clock.sleepers > 0 { clock.advance(by: .seconds(5)) }
                return try engage.eventCounts().hold == 0
            })
        #expect(try engage.events(.failed).isEmpty)
        await engage.close()
        await core.close()
    }

    // ENG-056
    @Test func `an event that no plug-in applies to is ready in its first transaction`() async throws {
        let (core, engage) = try fixture.open([:])
        engage.addPlugin(TestPlugin("never", isReady: false, types: [.goalCompleted]))
        // The plug-ins never run here, so only the first transaction can have made the event ready.
        let id = try await engage.record(.named("a"))
        #expect(try engage.event(id)?.status == .notPosted)
        let held = try await engage.record(.goalCompleted("b"))
        #expect(try engage.event(held)?.status == .hold)
        await core.close()
    }

    // ENG-145
    @Test func `with a timeout of 0 seconds events are sent as they are tracked`() async throws {
        let (core, engage) = try fixture.open([.engageAugmentationTimeout: .text("0 sec")])
        engage.addPlugin(TestPlugin("x"))
        let id = try await engage.record(.named("a"))
        #expect(try engage.event(id)?.status == .notPosted)
        await core.close()
    }

    @Test func `while the disk is full, a completed event is stored again and again`() async throws {
        let plugin = TestPlugin("x", isReady: false)
        let (core, engage) = try open(plugin)
        let id = try await engage.record(.named("a"))
        #expect(await sleepers(2))
        fixture.isDiskFull.withLock { $0 = true }
        plugin.becomeReady()
        fixture.clock.advance(by: .milliseconds(100))
        let messages = fixture.messages
        #expect(await eventually { messages.messages(.error).contains { $0.contains("could not be completed") } })
        #expect(await sleepers(1))
        fixture.isDiskFull.withLock { $0 = false }
        fixture.clock.advance(by: .seconds(5))
        #expect(try await status(id, .notPosted, in: engage))
        #expect(try engage.event(id)?.event["x"] == "1")
        await engage.close()
        await core.close()
    }

    @Test func `a plug-in that ignores its cancellation holds nothing up`() async throws {
        let stuck = Locked<CheckedContinuation<Void, Never>?>(nil)
        let plugin = ClosurePlugin { event in
            await withCheckedContinuation { continuation in stuck.withLock { $0 = continuation } }
            return event.setting("too late", to: "1")
        }
        let (core, engage) = try open(plugin)
        let id = try await engage.record(.named("a"))
        #expect(await eventually { stuck.withLock { $0 != nil } })
        #expect(await sleepers(1))
        fixture.clock.advance(by: .seconds(15))
        #expect(try await status(id, .expired, in: engage))
        stuck.withLock { $0?.resume() }
        await engage.close()
        #expect(try engage.event(id)?.event["too late"] == nil)
        await core.close()
    }

    @Test func `a plug-in changes attributes only, and no more of them than a receiver takes`() async throws {
        let changing = ClosurePlugin { event in
            UniversalEvent(.installed, time: nil, attributes: event.attributes + [.init("added", "1")])
        }
        let flooding = ClosurePlugin { event in
            (0..<100).reduce(event) { $0.setting("\($1)", to: "1") }
        }
        let large = ClosurePlugin { event in event.setting("large", to: String(repeating: "x", count: 40_000)) }
        let (core, engage) = try open(changing, flooding)
        let id = try await engage.record(.named("a"))
        #expect(try await status(id, .notPosted, in: engage))
        let event = try #require(try engage.event(id)?.event)
        #expect((event.type, event.id, event.time, event.sequence) == (.named, id, fixture.clock.now, 1))
        #expect(event["added"] == "1")
        #expect(event["0"] == nil)
        engage.addPlugin(large)
        let second = try await engage.record(.named("b"))
        #expect(try await status(second, .notPosted, in: engage))
        #expect(try engage.event(second)?.event["large"] == nil)
        await engage.close()
        await core.close()
    }
}
