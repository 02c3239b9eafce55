import Benchmark
import Comparison
import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire

/// `track`: what it costs its caller, how many events reach the disk, and when.
enum TrackBenchmarks {
    private static let properties: [String: Event.Value] = [
        "uri": .text("zbimdb://magazine/a/the-first-snow"), "hub": .text("magazine"), "channel": .text("news"),
        "entry_point": .text("home button"), "release": .integer(12), "dwell": .integer(41_300), "depth": .number(0.75),
    ]
    /// Between two flushes: half of what an outbox holds in memory.
    private static let stride = 50_000

    static func register() {
        throughput(threads: 1)
        throughput(threads: 4)

        let call = Latency("track")
        Benchmark("Track: one call", configuration: call.configuration(rounds: 5)) { benchmark in
            let folder = try TemporaryFolder()
            let outbox = try outbox(in: folder.url)
            for _ in 0..<20_000 { call.time(benchmark) { outbox.track("content_viewed", properties) } }
            try await outbox.flush()
            outbox.close()
        }

        let stored = Latency("track to disk")
        Benchmark("Track: until on disk", configuration: stored.configuration(rounds: 5)) { benchmark in
            let folder = try TemporaryFolder()
            let outbox = try outbox(in: folder.url)
            for number in 1...40 {
                let start = ContinuousClock.now
                outbox.track("content_viewed", properties)
                while try outbox.counts().notPosted < number { try await Task.sleep(for: .milliseconds(1)) }
                stored.sample(benchmark, ContinuousClock.now - start)
            }
            outbox.close()
        }
    }

    private static func throughput(threads: Int) {
        let contest = Contest(unit: "events", against: "raw SQLite, 100 a transaction")
        let count = 100_000
        Benchmark(
            "Track: throughput, \(threads == 1 ? "one thread" : "\(threads) threads")",
            configuration: contest.configuration(rounds: 7)
        ) { benchmark in
            let folder = try TemporaryFolder()
            let rows = try await sameRows(count)
            try await contest.round(
                benchmark, count: count,
                ours: {
                    let outbox = try outbox(in: folder.url.appending(path: UUID().uuidString))
                    let duration = try await ContinuousClock().measure {
                        for _ in 0..<(count / stride) { try await track(stride, on: outbox, threads: threads) }
                    }
                    guard try outbox.counts().notPosted == count else { throw BenchmarkFailure("events were lost") }
                    outbox.close()
                    return duration
                },
                baseline: { try rows.run(in: folder.url, rowsPerTransaction: 100) })
        }
    }

    /// The rows an outbox makes of `count` events, to be inserted raw.
    private static func sameRows(_ count: Int) async throws -> RawInserts {
        let folder = try TemporaryFolder()
        let outbox = try outbox(in: folder.url)
        for _ in 0..<(count / stride) { try await track(stride, on: outbox, threads: 1) }
        outbox.close()
        return try RawInserts(of: "item", in: folder.url.appending(path: "outbox.sqlite3"))
    }

    private static func track(_ count: Int, on outbox: Outbox, threads: Int) async throws {
        if threads == 1 {
            for _ in 0..<count { outbox.track("content_viewed", properties) }
        } else {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                for _ in 0..<(count / threads) { outbox.track("content_viewed", properties) }
            }
        }
        try await outbox.flush()
    }

    private static func outbox(in folder: URL) throws -> Outbox {
        try Outbox(
            environment: Environment(folder: folder, transport: FakeTransport()),
            limits: OutboxLimits(events: 1_000_000, bytes: 1 << 30))
    }
}
