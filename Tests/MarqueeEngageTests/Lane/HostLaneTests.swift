import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-005, ENG-006, ENG-014 to ENG-023, ENG-066, ENG-193: sending to an Engage-compatible host.
@Suite struct HostLaneTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    private func record(_ names: String..., to engage: Engage) async throws {
        for name in names { try await engage.record(.named(name)) }
    }

    private var sent: [[String]] { get throws { try fixture.submissions().map(\.names) } }

    // ENG-023, ENG-042
    @Test func `a batch is one request with a bearer token, the install and the time of sending`() async throws {
        let (core, engage) = try fixture.open()
        let first = try await engage.record(.named("a"))
        try await record("b", to: engage)
        fixture.clock.advance(by: .seconds(5))
        let receipt = await engage.flush()
        #expect(receipt.outcome == .sent(2))
        #expect((receipt.posted, receipt.waiting, receipt.reason) == (2, 0, nil))
        let request = try #require(fixture.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://engage.example/rest/events/submission")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["Authorization"] == "Bearer token-1")
        let submission = try #require(try fixture.submissions().first)
        #expect(submission.install == core.installID)
        #expect(submission.sent == fixture.clock.now.milliseconds)
        #expect(submission.events.map(\.id).first == first)
        #expect(submission.events.map(\.sequence) == [1, 2])
        #expect(submission.events.first?.time == fixture.clock.now + .seconds(-5))
        await core.close()
    }

    // ENG-014, ENG-016
    @Test func `two events make no request, the third makes one with all three, and the count starts again`()
        async throws
    {
        let (core, engage) = try fixture.open()
        core.start()
        await engage.sender.drain()
        try await record("a", "b", to: engage)
        fixture.clock.advance(by: .seconds(3_600))
        #expect(try sent.isEmpty)
        try await record("c", to: engage)
        let fixture = fixture
        #expect(try await eventually { try fixture.submissions().map(\.names) == [["a", "b", "c"]] })
        await engage.sender.drain()
        try await record("d", "e", to: engage)
        fixture.clock.advance(by: .seconds(3_600))
        #expect(try sent.count == 1)
        await engage.flush()
        #expect(try sent.last == ["d", "e"])
        await core.close()
    }

    // ENG-016
    @Test func `an event whose plug-ins took too long counts like the others, and a flush begins the count again`()
        async throws
    {
        let (core, engage) = try fixture.open()
        engage.addPlugin(TestPlugin("never", isReady: false, types: [.goalCompleted]))
        engage.augmenter.start()
        core.start()
        await engage.sender.drain()
        let slow = try await engage.record(.goalCompleted("slow"))
        let fixture = fixture
        // The timeout, the next question, and the task that stores the session.
        try #require(await eventually { fixture.clock.sleepers >= 3 })
        fixture.clock.advance(by: .seconds(15))
        #expect(try await eventually { try engage.event(slow)?.status == .expired })
        try await record("a", to: engage)
        #expect(try sent.isEmpty)
        try await record("b", to: engage)
        #expect(try await eventually { try fixture.submissions().map(\.events.count) == [3] })
        await engage.sender.drain()
        try await record("c", to: engage)
        await engage.flush()
        try await record("d", "e", to: engage)
        fixture.clock.advance(by: .seconds(3_600))
        #expect(try fixture.submissions().map(\.events.count) == [3, 1])
        await core.close()
    }

    // ENG-015
    @Test(arguments: [1, 0, -4] as [Int64])
    func `a cache of one event or less sends each event at once`(size: Int64) async throws {
        let settings = EngageFixture.hostSettings.merging([.engageEventCacheSize: .count(size)]) { $1 }
        let (core, engage) = try fixture.open(settings)
        core.start()
        let fixture = fixture
        for (index, name) in ["a", "b"].enumerated() {
            engage.track(.named(name))
            #expect(try await eventually { try fixture.submissions().count == index + 1 })
        }
        #expect(try sent == [["a"], ["b"]])
        await core.close()
    }

    // ENG-017, ENG-006
    @Test func `events wait for a token, and no longer than the host asks for`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.tokens.fail(EngageError(.rateLimited, "too many tokens", retryAfter: .seconds(100)))
        let receipt = await engage.flush()
        #expect(receipt.outcome == .postponed(.seconds(100)))
        #expect((receipt.waiting, receipt.reason) == (1, "too many tokens"))
        fixture.clock.advance(by: .seconds(99))
        #expect(await engage.flush().outcome == .postponed(.seconds(1)))
        fixture.clock.advance(by: .seconds(1))
        #expect(await engage.flush().outcome == .sent(1))
        #expect(try engage.events(.posted).map(\.attempts) == [0])
        await core.close()
    }

    // ENG-017
    @Test func `a client that is refused pauses the lane and keeps its events until the app comes back`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.tokens.fail(EngageError(.notAuthorised, "the client is refused"))
        #expect(await engage.flush().outcome == .paused)
        #expect(await engage.flush().reason == "the client is refused")
        #expect(try engage.events(.notPosted).map(\.attempts) == [0])
        await core.enteredBackground()
        core.enteredForeground()
        #expect(await engage.flush().outcome == .sent(1))
        await core.close()
    }

    // ENG-017, ENG-064, ENG-192, ENG-197
    @Test func `an expired event stays expired without a token or a network, and is not posted after a failed request`()
        async throws
    {
        let (core, engage) = try fixture.open()
        engage.addPlugin(TestPlugin("never", isReady: false))
        engage.augmenter.start()
        let id = try await engage.record(.named("a"))
        let clock = fixture.clock
        #expect(await eventually { clock.sleepers >= 2 })
        clock.advance(by: .seconds(15))
        #expect(try await eventually { try engage.event(id)?.status == .expired })
        fixture.tokens.fail(
            EngageError(.notAuthorised, "the client is refused"),
            EngageError(.rateLimited, "too many tokens", retryAfter: .seconds(100)),
            EngageError(.noNetwork, "no network"))
        #expect(await engage.flush().outcome == .paused)
        #expect(try engage.event(id)?.status == .expired)
        await core.enteredBackground()
        core.enteredForeground()
        #expect(await engage.flush().outcome == .postponed(.seconds(100)))
        #expect(try engage.event(id)?.status == .expired)
        clock.advance(by: .seconds(100))
        #expect(await engage.flush().outcome == .unreachable)
        #expect(try engage.event(id)?.status == .expired)
        #expect(try engage.event(id)?.attempts == 0)
        #expect(fixture.transport.requests.isEmpty)
        fixture.transport.script(offline, answer(503, ["Retry-After": "100"]))
        #expect(await engage.flush().outcome == .unreachable)
        #expect(try engage.event(id)?.status == .expired)
        #expect(await engage.flush().outcome == .postponed(.seconds(100)))
        #expect(try engage.event(id)?.status == .notPosted)
        clock.advance(by: .seconds(100))
        #expect(await engage.flush().outcome == .sent(1))
        #expect(try engage.event(id)?.status == .posted)
        await engage.close()
        await core.close()
    }

    // ENG-005
    @Test func `a refused token is renewed once, and a second refusal pauses the lane`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.transport.script(answer(401))
        #expect(await engage.flush().outcome == .sent(1))
        #expect(fixture.tokens.discarded == ["token-1"])
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == ["Bearer token-1", "Bearer token-2"])
        try await record("b", to: engage)
        fixture.transport.script(answer(401), answer(401))
        #expect(await engage.flush().outcome == .paused)
        #expect(fixture.transport.requests.count == 4)
        #expect(await engage.flush().reason == "status 401")
        #expect(fixture.transport.requests.count == 4, "a paused lane makes no request")
        #expect(try engage.events(.notPosted).map(\.attempts) == [0])
        await core.close()
    }

    // ENG-018, ENG-019
    @Test func `events of a time without a network are sent once, in order, when it returns or at the next launch`()
        async throws
    {
        var (core, engage) = try fixture.open()
        try await record("a", "b", to: engage)
        fixture.transport.script(offline, offline)
        #expect(await engage.flush().outcome == .unreachable)
        #expect(await engage.flush().reason == "the network cannot be reached")
        await core.networkReturned()
        #expect(try sent.last == ["a", "b"])
        try await record("c", to: engage)
        await core.close()
        (core, engage) = try fixture.open()
        try await record("d", to: engage)
        core.start()
        let fixture = fixture
        #expect(await eventually { fixture.transport.requests.count == 4 })
        #expect(try sent.last == ["c", "d"])
        #expect(try engage.events(.posted).allSatisfy { $0.attempts == 0 })
        await core.close()
    }

    // ENG-021
    @Test func `leaving the screen sends events below the cache size`() async throws {
        let (core, engage) = try fixture.open()
        engage.track(.named("a"))
        await engage.enteredBackground()
        await core.enteredBackground()
        #expect(try sent.last?.last == "a")
        await core.close()
    }

    // ENG-022
    @Test func `two flushes at once put each event into one request, and nothing to send makes none`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", "b", to: engage)
        async let first = engage.flush()
        async let second = engage.flush()
        _ = await (first, second)
        #expect(try sent.flatMap(\.self) == ["a", "b"])
        #expect(await engage.flush().outcome == .nothingToSend)
        #expect(fixture.transport.requests.count == 1)
        await core.close()
    }

    // ENG-023
    @Test(arguments: [200, 400]) func `only events that the host names are given up`(status: Int) async throws {
        let (core, engage) = try fixture.open()
        try await record("a", "bad", "c", to: engage)
        fixture.transport.script(answer(status, [:], #"{"accepted":2,"rejected":[{"index":1,"reason":"no name"}]}"#))
        #expect(await engage.flush().failed == 1)
        #expect(try engage.events(.failed).map { $0.event["Event Name"] } == ["bad"])
        #expect(try engage.events(.failed).map(\.reason) == ["no name"])
        #expect(try engage.events(.posted).map { $0.event["Event Name"] } == ["a", "c"])
        #expect(try engage.events(.posted).map(\.attempts) == [0, 0])
        #expect(try sent == (status == 200 ? [["a", "bad", "c"]] : [["a", "bad", "c"], ["a", "c"]]))
        await core.close()
    }

    // ENG-193
    @Test(arguments: [
        ("<html>sign in to the network</html>", false), ("", true), (#"{"anything":1}"#, true), ("[]", false),
        (#"{"rejected":"?"}"#, false),
    ])
    func `a page of a captive portal is no success`(body: String, isSuccess: Bool) async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.transport.script(answer(200, ["Content-Type": "text/html"], body))
        await engage.flush()
        #expect(try engage.eventCounts().posted == (isSuccess ? 1 : 0))
        #expect(try engage.eventCounts().notPosted == (isSuccess ? 0 : 1))
        await core.close()
    }

    // ENG-062, ENG-066, ENG-123
    @Test(arguments: [(0, 1), (3, 4)], [500, 404, 408])
    func `an event fails after its retries, which survive restarts`(rule: (retries: Int64, attempts: Int), status: Int)
        async throws
    {
        let settings = EngageFixture.hostSettings.merging([.engageMaximumRetries: .count(rule.retries)]) { $1 }
        for attempt in 1...rule.attempts {
            let (core, engage) = try fixture.open(settings)
            if attempt == 1 { try await record("a", to: engage) }
            fixture.transport.script(answer(status))
            await engage.flush()
            let event = try #require(try (engage.events(.notPosted) + engage.events(.failed)).first)
            #expect(event.attempts == attempt)
            #expect(event.status == (attempt == rule.attempts ? .failed : .notPosted))
            await core.close()
            fixture.clock.advance(by: .seconds(600))
        }
        let (core, engage) = try fixture.open(settings)
        #expect(await engage.flush().outcome == .nothingToSend)
        #expect(try engage.events(.failed).map(\.reason) == ["status \(status)"])
        await core.close()
    }

    // ENG-014, ENG-066
    @Test func `an event that failed is sent again when its wait ends, without other events`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.transport.script(answer(503, ["Retry-After": "30"]))
        core.start()
        let fixture = fixture
        // The lane waits, and so does the task that stores the session.
        #expect(await eventually { fixture.transport.requests.count == 1 && fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(30))
        #expect(await eventually { fixture.transport.requests.count == 2 })
        await engage.sender.drain()
        #expect(try engage.events(.posted).map(\.attempts) == [1])
        await core.close()
    }

    @Test func `a batch that is too large is halved until the one event is alone`() async throws {
        let (core, engage) = try fixture.open()
        try await record("a", "b", "large", "d", to: engage)
        fixture.transport.script(answer(413), answer(200), answer(413), answer(413), answer(200))
        await engage.flush()
        #expect(try sent.first == ["a", "b", "large", "d"])
        #expect(try engage.events(.failed).map { $0.event["Event Name"] } == ["large"])
        #expect(try engage.events(.posted).count == 3)
        await core.close()
    }

    @Test(arguments: [(403, UploadOutcome.paused), (429, .postponed(.seconds(50)))])
    func `a refusal of the app and a full host are no attempts`(status: Int, outcome: UploadOutcome) async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        fixture.transport.script(answer(status, ["Retry-After": "50"]))
        #expect(await engage.flush().outcome == outcome)
        #expect(try engage.events(.notPosted).map(\.attempts) == [0])
        await core.close()
    }

    // ENG-066, ENG-193
    @Test(arguments: EngageFixture.noAttempts)
    func `a full host and a sign-in page in its place count no attempt`(
        answer: Result<TransportResponse, TransportError>
    ) async throws {
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        for _ in 1...5 {
            fixture.transport.script(answer)
            await engage.flush()
            fixture.clock.advance(by: .seconds(600))
        }
        #expect(fixture.transport.requests.count == 5)
        #expect(try engage.events(.notPosted).map(\.attempts) == [0])
        #expect(await engage.flush().outcome == .sent(1))
        await core.close()
    }

    // ENG-005, ENG-020
    @Test func `a refused token is discarded, and not the one of the request beside it`() async throws {
        let destination = HostDestination(
            host: try #require(URL(string: EngageFixture.host)), install: "install", tokens: fixture.tokens)
        let id = EventID(high: 1, low: 1)
        func batch(lease: Int64) -> OutboxBatch {
            OutboxBatch(
                items: [.init(number: 1, id: id, body: Data("{}".utf8), attempts: 0)], lease: lease, clockStep: .zero)
        }
        let (stored, unstored) = (batch(lease: 1), batch(lease: 0))
        let now = fixture.clock.now
        _ = await destination.request(for: { stored }, now: now)
        fixture.tokens.discard("token-1")
        _ = await destination.request(for: { unstored }, now: now)
        #expect(destination.read(answer(401), to: stored, now: now) == .unauthorised("status 401"))
        #expect(destination.read(answer(401), to: unstored, now: now) == .unauthorised("status 401"))
        #expect(fixture.tokens.discarded == ["token-1", "token-1", "token-2"])
    }

    // ENG-008
    @Test func `events of an app that is not provisioned fail after their retries, with the host's reason`()
        async throws
    {
        let body = #"{"code":"not_provisioned","message":"universal events are not switched on for the app brand"}"#
        let (core, engage) = try fixture.open()
        try await record("a", to: engage)
        for attempt in 1...4 {
            fixture.transport.script(answer(403, ["Content-Type": "application/json"], body))
            let receipt = await engage.flush()
            #expect(receipt.failed == (attempt == 4 ? 1 : 0))
            #expect(receipt.reason == "status 403: the app is not provisioned for universal events")
            #expect(fixture.transport.requests.count == attempt)
            fixture.clock.advance(by: .seconds(600))
        }
        let failed = try #require(try engage.events(.failed).first)
        #expect(failed.reason == "status 403: the app is not provisioned for universal events")
        #expect(failed.attempts == 4)
        // Once the app is provisioned, the next events arrive.
        try await record("b", to: engage)
        #expect(await engage.flush().outcome == .sent(1))
        await core.close()
    }

    // ENG-042: the time that the host corrects the events' times by comes from the same clock.
    @Test func `after a change of the device's clock, events are sent with the time of their own clock`() async throws {
        let (core, engage) = try fixture.open()
        let start = fixture.clock.now
        try await record("before", to: engage)
        fixture.clock.set(start + .seconds(100_000))
        try await record("after", to: engage)
        await engage.flush()
        let submissions = try fixture.submissions()
        #expect(submissions.map(\.names) == [["before"], ["after"]])
        #expect(submissions.map(\.sent) == [start.milliseconds, (start + .seconds(100_000)).milliseconds])
        await core.close()
    }

    // ENG-001
    @Test(arguments: [ConfigurationKey.engageClientID, .engageClientSecret, .engageRefreshToken, .engageListID])
    func `with an incomplete host, events wait and the missing key is in the log`(_ key: ConfigurationKey) async throws
    {
        var settings = EngageFixture.hostSettings
        settings[key] = .text("")
        let (core, engage) = try fixture.open(settings)
        core.start()
        engage.start()
        try await record("a", to: engage)
        let receipt = await engage.flush()
        #expect(receipt.outcome == .notConfigured)
        #expect(receipt.reason == "the configuration of the host is not complete")
        #expect(
            fixture.messages.messages(.criticalError).contains { $0.contains("\"\(key.name)\" is missing") })
        let error = await #expect(throws: EngageError.self) {
            try await engage.api.send(.selectRecipientData(email: "ada@example.com", list: "1"))
        }
        #expect(error?.code == .notConfigured)
        #expect(error?.message.contains("\"\(key.name)\"") == true)
        #expect(fixture.transport.requests.isEmpty)
        await core.close()
    }

    // ENG-001
    @Test(arguments: [ConfigurationKey.engageClientID, .engageClientSecret, .engageRefreshToken])
    func `what a host issued is of no use without the host, which the log says`(_ key: ConfigurationKey) async throws {
        let (core, engage) = try fixture.open([key: .text("issued")])
        engage.start()
        #expect(
            fixture.messages.messages(.criticalError).contains { $0.contains("\"engage.host\" is missing") })
        let error = await #expect(throws: EngageError.self) {
            try await engage.api.send(.selectRecipientData(email: "ada@example.com", list: "1"))
        }
        #expect(error?.message.contains("\"engage.host\"") == true)
        await engage.close()
        await core.close()
    }
}
