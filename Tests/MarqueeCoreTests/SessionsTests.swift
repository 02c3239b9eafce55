import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-070 to ENG-072, PLC-027, PLC-028: the sessions of a core, on disk and in its stream of changes.
@Suite struct SessionsTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    private func text(_ change: SessionChange) -> String {
        switch change {
        case .started: "started"
        case .inactive: "inactive"
        case .active: "active"
        case .ended(let session): "ended \(session.activeTime.components.seconds)"
        }
    }

    @Test func `all subscribers get the same changes, from the launch on`() async throws {
        let core = try fixture.core([.sessionTimeout: .count(30)])
        let (first, second) = (core.sessions.changes(), core.sessions.changes())
        core.start()
        fixture.clock.advance(by: .seconds(5))
        await core.enteredBackground()
        core.enteredForeground()
        await core.enteredBackground()
        fixture.clock.advance(by: .seconds(30))
        core.enteredForeground()
        await core.close()
        let expected = ["started", "inactive", "active", "inactive", "ended 5", "started"]
        for stream in [first, second] {
            var seen: [String] = []
            for await change in stream { seen.append(text(change)) }
            #expect(seen == expected)
        }
    }

    // PLC-028: a kill loses at most the last 10 s.
    @Test func `a session whose process is killed in the foreground ends at the next start`() async throws {
        let killed = try fixture.core()
        killed.start()
        let id = killed.sessionID
        #expect(await eventually { fixture.clock.sleepers == 1 })
        fixture.clock.advance(by: .seconds(10))
        #expect(await eventually { fixture.clock.sleepers == 1 })
        await killed.sessions.flush()
        fixture.clock.advance(by: .seconds(9))
        // The first core stays open, as after a process kill.
        let next = try fixture.core()
        let changes = next.sessions.changes()
        next.start()
        var iterator = changes.makeAsyncIterator()
        guard case .ended(let session)? = await iterator.next() else {
            Issue.record("the killed session did not end")
            return
        }
        #expect(session.id == id)
        #expect(session.activeTime == .seconds(10))
        guard case .started(let started)? = await iterator.next() else {
            Issue.record("no session started")
            return
        }
        #expect(started.id == next.sessionID)
        #expect(started.id != id)
        await next.close()
    }

    // PLC-027
    @Test func `a reader that stores the last number misses no session and counts none twice`() async throws {
        var last: Int64 = 0
        for (launches, ended) in [(3, 2), (1, 1), (2, 2)] {
            for _ in 0..<launches {
                let core = try fixture.core()
                core.start()
                fixture.clock.advance(by: .seconds(3))
                await core.enteredBackground()
                await core.close()
            }
            let core = try fixture.core()
            let sessions = try core.sessions.ended(after: last)
            #expect(sessions.count == ended)
            #expect(sessions.allSatisfy { $0.session.activeTime == .seconds(3) })
            last = sessions.last?.number ?? last
            #expect(try core.sessions.ended(after: last) == [])
            await core.close()
        }
    }

    @Test func `a number of a state file that was lost counts as 0`() async throws {
        for _ in 0..<3 {
            let core = try fixture.core()
            #expect(try core.sessions.ended(after: 1_000).count == core.sessions.ended().count)
            core.start()
            await core.close()
        }
        let core = try fixture.core()
        #expect(try core.sessions.ended(after: 1_000).count == 2)
        #expect(try core.sessions.ended(after: 2).isEmpty)
        #expect(try core.sessions.ended(after: 3).isEmpty, "the session that runs has this number")
        await core.close()
    }

    @Test func `refusing consent deletes the ended sessions`() async throws {
        for _ in 0..<2 {
            let core = try fixture.core()
            core.start()
            await core.close()
        }
        let core = try fixture.core()
        core.start()
        await core.sessions.flush()
        #expect(try core.sessions.ended().count == 2)
        try core.consent.refuse()
        #expect(try core.sessions.ended() == [])
        #expect(core.sessions.current != nil)
        await core.close()
    }

    @Test func `a core that is not started stores no session`() async throws {
        await (try fixture.core()).close()
        let core = try fixture.core()
        core.start()
        await core.sessions.flush()
        #expect(try core.sessions.ended() == [])
        await core.close()
    }

    @Test func `sessions with another timeout are counted and kept apart`() async throws {
        let core = try fixture.core([.sessionTimeout: .count(30)])
        let patient = try core.addSessions("patient", timeout: .seconds(1_800))
        core.start()
        let id = try #require(patient.current?.id)
        await core.enteredBackground()
        fixture.clock.advance(by: .seconds(60))
        core.enteredForeground()
        await core.enteredBackground()
        #expect(patient.current?.id == id)
        #expect(try core.sessions.ended().count == 1)
        #expect(try patient.ended().isEmpty)
        await core.close()
        let next = try fixture.core()
        let again = try next.addSessions("patient", timeout: .seconds(1_800))
        next.start()
        await again.flush()
        await next.sessions.flush()
        #expect(try again.ended().map(\.session.id) == [id])
        #expect(try next.sessions.ended().count == 2)
        try next.consent.refuse([.behaviour])
        #expect(try again.ended().isEmpty, "a refusal deletes the sessions of every kind")
        await next.close()
    }

    // A silent push starts the app.
    @Test func `a launch in the background sends what waits, and has no session until the app is on screen`()
        async throws
    {
        let fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
        let core = try fixture.core(appState: .background)
        let others = try core.addSessions("other", timeout: .seconds(1_800))
        // Before the start: what comes after its request waits for the period, in which this clock stands still.
        try await core.outbox.record("push_received")
        core.start()
        #expect(core.appState == .background)
        #expect(core.sessionID == "")
        #expect(others.current == nil)
        #expect(await eventually { (try? core.outbox.counts().posted) == 1 })
        #expect(try fixture.batches().first?.events.map(\.session) == [nil])
        fixture.clock.advance(by: .seconds(600))
        core.enteredForeground()
        fixture.clock.advance(by: .seconds(5))
        try await core.outbox.record("opened")
        await core.enteredBackground()
        #expect(try fixture.batches().last?.events.map(\.session) == [core.sessionID])
        await core.close()
        let next = try fixture.core(appState: .background)
        next.start()
        await next.sessions.flush()
        let ended = try next.sessions.ended()
        #expect(ended.map(\.session.id) == [core.sessionID])
        #expect(ended.map(\.session.activeTime) == [.seconds(5)])
        await next.close()
    }
}
