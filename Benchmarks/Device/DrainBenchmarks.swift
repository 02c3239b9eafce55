import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// 100,000 universal events from the disk to a server on this machine, compressed, beside the same requests sent by the HTTP
/// client alone. What counts is the processor's time of the process, which has the server too, in both halves of a round.
enum DrainBenchmarks {
    private static let count = 100_000
    private static let ours = metric("Marquee: process time (ms)")
    private static let client = metric("the HTTP client alone: process time (ms)")
    private static let beyond = metric("beyond the HTTP client (ms)")

    static func register() {
        Benchmark(
            "Engage.Drain: 100,000 events to a server",
            configuration: .init(
                metrics: [ours, client, beyond], warmupIterations: 1, maxDuration: .seconds(120), maxIterations: 5)
        ) { benchmark in
            let round = try await Round(count)
            let drained = try await round.drain()
            let sent = try await round.sendAgain()
            benchmark.measurement(ours, milliseconds(drained))
            benchmark.measurement(client, milliseconds(sent))
            benchmark.measurement(beyond, max(0, milliseconds(drained - sent)))
        }
    }

    private static func metric(_ name: String) -> BenchmarkMetric {
        .custom(name, polarity: .prefersSmaller, useScalingFactor: false)
    }

    private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }

    /// The processor's time that a call takes, in all threads of the process.
    private static func processTime(_ body: () async throws -> Void) async throws -> Duration {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        try await body()
        return now() - start
    }

    /// An SDK with events on disk, and a server that knows the answers to its requests.
    private final class Round: Sendable {
        private let folder: TemporaryFolder
        private let marquee: Marquee
        private let server: ScriptedServer
        private let recorder: RecordingTransport
        private let requested: Locked<Int>
        private let count: Int

        init(_ count: Int) async throws {
            let (answers, requested, recorder) = (Locked<[Data]>([]), Locked(0), RecordingTransport())
            // The lane sends one request after the other, oldest events first, so that the answers have an order.
            let server = try ScriptedServer { _ in
                let number = requested.withLock { requested in
                    defer { requested += 1 }
                    return requested
                }
                return [.bytes(answers.withLock { $0.indices.contains(number) ? $0[number] : Data() })]
            }
            let folder = try TemporaryFolder()
            let marquee = try Marquee(
                configuration: Configuration(service: server.url("/v1/apps/brand/main")),
                environment: Environment(folder: folder.url, transport: recorder))
            var ids: [EventID] = []
            for _ in 0..<count {
                if let id = marquee.engage.track(.named("PLAYER LOADED")) { ids.append(id) }
                if ids.count.isMultiple(of: 20_000) { try await marquee.core.outbox.flush() }
            }
            try await marquee.core.outbox.flush()
            guard try marquee.engage.eventCounts().notPosted == count else {
                throw BenchmarkFailure("events were lost before they were sent")
            }
            let made = try stride(from: 0, to: ids.count, by: EventBatch.maximumEvents).map { start in
                let batch = ids[start..<min(start + EventBatch.maximumEvents, ids.count)]
                let receipt = EventReceipt(
                    batch: EventReceipt.batchID(of: batch), verdicts: batch.map { _ in .accepted })
                return ScriptedServer.response(status: 200, body: Data(try receipt.json.utf8))
            }
            answers.withLock { $0 = made }
            self.folder = folder
            self.marquee = marquee
            self.server = server
            self.recorder = recorder
            self.requested = requested
            self.count = count
        }

        /// Sends the events as an app does.
        func drain() async throws -> Duration {
            let duration = try await processTime {
                let receipt = await marquee.engage.flush()
                guard receipt.posted == count else {
                    throw BenchmarkFailure("only \(receipt.posted) events were posted")
                }
            }
            await marquee.close()
            return duration
        }

        /// Sends the same requests again with nothing but the HTTP client.
        func sendAgain() async throws -> Duration {
            requested.withLock { $0 = 0 }
            let (requests, client) = (recorder.requests, URLSessionTransport())
            let duration = try await processTime {
                for request in requests { _ = try await client.send(request) }
            }
            server.stop()
            return duration
        }
    }

    /// The system's HTTP client, which keeps the requests to the server.
    private final class RecordingTransport: Transport {
        private let client = URLSessionTransport()
        private let sent = Locked<[TransportRequest]>([])

        var requests: [TransportRequest] { sent.withLock { $0 } }

        func send(
            _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
        ) async throws(TransportError) -> TransportResponse {
            sent.withLock { $0.append(request) }
            return try await client.send(request, progress: progress)
        }
    }
}
