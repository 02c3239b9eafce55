import Testing

@testable import VAST

/// ADS-098: waiting for documents.
@Suite(.timeLimit(.minutes(10))) struct LoadingTests {
    static let tag = ResolutionSource.tag("https://a.example/1")

    @Test func `a loader receives the time limit and the byte limit`() async throws {
        let clock = VirtualClock()
        let replies: [String: Reply] = [
            "1": .takes(.seconds(5), vast(wrapper("w", to: "2"))),
            "2": .takes(.seconds(4), vast(wrapper("x", to: "3"))),
            "3": .takes(.seconds(4), vast(wrapper("y", to: "4"))),
            "4": .takes(.seconds(2), vast(inLine("a"))),
        ]
        let loader = ScriptedLoader(replies, clock: clock)
        var parser = DocumentParser()
        parser.limits.bytes = 4_096
        let resolver = Resolver(loader: loader, parser: parser, stopwatch: Stopwatch(clock))
        _ = try await resolver.resolve(Self.tag)
        #expect(await loader.requests.map(\.timeout) == [.seconds(5), .seconds(4), .seconds(4), .seconds(2)])
        #expect(await loader.requests.map(\.limit) == [4_096, 4_096, 4_096, 4_096])
    }

    /// A clock on which every wait ends at once, and a loader that answers only when it is cancelled.
    @Test func `a loader that exceeds its time is cancelled`() async throws {
        let resolver = Resolver(loader: SilentLoader(), stopwatch: Stopwatch(ImpatientClock()))
        let resolution = try await resolver.resolve(
            .document(try DocumentParser().parse(vast(wrapper("w", to: "2")).body)))
        #expect(Scenario.Result.text(resolution.pings) == "w=301")
    }

    @Test func `a cancelled resolution throws and reports nothing`() async throws {
        let loader = SilentLoader()
        let task = Task {
            try await Resolver(loader: loader, stopwatch: Stopwatch(VirtualClock())).resolve(Self.tag)
        }
        await loader.untilAsked()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a cancelled resolution of a pod throws`() async throws {
        let loader = SilentLoader()
        let text = vast(wrapper("v", to: "2", ad: "sequence='1'"), wrapper("w", to: "3", ad: "sequence='2'")).body
        let document = try DocumentParser().parse(text)
        let task = Task {
            try await Resolver(loader: loader, stopwatch: Stopwatch(VirtualClock())).resolve(.document(document))
        }
        await loader.untilAsked()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// A loader that answers only after three requests have arrived.
    @Test func `the wrappers of a pod are followed in parallel and may answer in any order`() async throws {
        let places = (1...3).map { wrapper("w\($0)", to: "\($0)", ad: "sequence='\($0)'") }
        let document = try DocumentParser().parse(vast(places.joined()).body)
        let resolver = Resolver(loader: RendezvousLoader(parties: 3), stopwatch: Stopwatch(VirtualClock()))
        let resolution = try await resolver.resolve(.document(document))
        #expect(Scenario.Result.text(resolution.plan) == "w1>a w2>a w3>a")
    }

    @Test func `an ad's expiry counts from the arrival of its answer`() async throws {
        let clock = VirtualClock()
        let stopwatch = Stopwatch(clock)
        clock.advance(by: .seconds(100))
        let reply = vast(inLine("a", parts: "<Expires>60</Expires>"), inLine("b"))
        let resolver = Resolver(
            loader: ScriptedLoader(["1": .takes(.seconds(2), reply)], clock: clock), stopwatch: stopwatch)
        let plan = try await resolver.resolve(Self.tag).plan
        #expect(plan.ads.map(\.expiry) == [.seconds(162)])
        #expect(plan.substitutes.map(\.expiry) == [nil])
        #expect(plan.unexpired(at: .milliseconds(161_999)).ads.count == 1)
        #expect(plan.unexpired(at: .seconds(162)).ads.isEmpty)
        #expect(plan.unexpired(at: .seconds(162)).substitutes.count == 1)
    }
}

/// Answers with a failure when it is cancelled.
private actor SilentLoader: DocumentLoader {
    private var isAsked = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
        isAsked = true
        for waiter in waiters { waiter.resume() }
        waiters = []
        let (stream, _) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        throw .unreachable
    }

    func untilAsked() async {
        guard !isAsked else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}

/// Answers all requests at once when enough have arrived, the last one first.
private actor RendezvousLoader: DocumentLoader {
    private let parties: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(parties: Int) { self.parties = parties }

    func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
        if waiters.count + 1 == parties {
            for waiter in waiters.reversed() { waiter.resume() }
        } else {
            await withCheckedContinuation { waiters.append($0) }
        }
        return LoadedDocument(bytes: Array(vast(inLine("a")).body.utf8), address: address)
    }
}

/// A clock on which every wait ends at once.
private struct ImpatientClock: Clock {
    var now: VirtualClock.Instant { VirtualClock.Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {}
}
