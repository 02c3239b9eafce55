import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire

/// `Engage.track` beside `Outbox.track`: what it costs its caller, and how many events reach the disk through a plug-in.
enum EngageBenchmarks {
    private static let values: [String: EngageValue] = [
        "Event Source View": "HomeViewController", "Tags": ["news", "snow"], "Seats": 2,
    ]
    private static let properties: [String: Event.Value] = [
        "Event Source View": "HomeViewController", "Tags": "news,snow", "Seats": "2",
    ]
    private static let count = 20_000

    static func register() {
        let call = Latency("Engage.track")
        Benchmark("Engage.Track: one call", configuration: call.configuration(rounds: 5)) { benchmark in
            try await withEngage { core, engage in
                for _ in 0..<count { call.time(benchmark) { engage.track(.named("PLAYER LOADED", values)) } }
                try await core.outbox.flush()
            }
        }

        let augmentedCall = Latency("Engage.track through a plug-in")
        Benchmark("Engage.Track: one call, through a plug-in", configuration: augmentedCall.configuration(rounds: 5)) {
            benchmark in
            try await withEngage { core, engage in
                engage.addPlugin(Weather())
                for _ in 0..<count { augmentedCall.time(benchmark) { engage.track(.named("PLAYER LOADED", values)) } }
                try await core.outbox.flush()
                try await completed(engage)
            }
        }

        let plain = Contest(unit: "events", against: "Outbox.track")
        Benchmark("Engage.Track: to disk", configuration: plain.configuration(rounds: 10)) { benchmark in
            try await plain.round(
                benchmark, count: count, ours: { try await universal(plugin: nil) }, baseline: { try await events() })
        }

        let augmented = Contest(unit: "events", against: "Outbox.track")
        Benchmark("Engage.Track: through a plug-in to disk", configuration: augmented.configuration(rounds: 5)) {
            benchmark in
            try await augmented.round(
                benchmark, count: count, ours: { try await universal(plugin: Weather()) },
                baseline: { try await events() })
        }
    }

    private static func universal(plugin: Weather?) async throws -> Duration {
        var duration = Duration.zero
        try await withEngage { core, engage in
            if let plugin { engage.addPlugin(plugin) }
            duration = try await ContinuousClock().measure {
                for _ in 0..<count { engage.track(.named("PLAYER LOADED", values)) }
                try await core.outbox.flush()
                try await completed(engage)
            }
            guard try engage.eventCounts().notPosted == count else { throw BenchmarkFailure("events were lost") }
        }
        return duration
    }

    /// Returns when no event waits for plug-ins. Each question looks at all events on hold, so it is not asked often.
    private static func completed(_ engage: Engage) async throws {
        while try engage.eventCounts().hold > 0 { try await Task.sleep(for: .milliseconds(10)) }
    }

    private static func events() async throws -> Duration {
        let folder = try TemporaryFolder()
        let outbox = try Outbox(environment: Environment(folder: folder.url, transport: FakeTransport()))
        let duration = try await ContinuousClock().measure {
            for _ in 0..<count { outbox.track("engage_named", properties) }
            try await outbox.flush()
        }
        outbox.close()
        return duration
    }

    /// - Parameter body: gets an Engage whose session events wait for an id, so that only the body's events are counted.
    private static func withEngage(_ body: (Core, Engage) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        guard let service = URL(string: "https://marquee.example/v1/apps/brand/main") else { return }
        // The lane waits for more events than there are, so that nothing is sent meanwhile.
        let marquee = try Marquee(
            configuration: Configuration(service: service, settings: [.engageEventCacheSize: .count(10_000_000)]),
            environment: Environment(folder: folder.url, transport: FakeTransport()))
        marquee.run()
        try await body(marquee.core, marquee.engage)
        await marquee.close()
    }

    private struct Weather: AugmentationPlugin {
        func augment(_ event: UniversalEvent) async throws -> UniversalEvent { event.setting("Temperature", to: "21") }
    }
}
