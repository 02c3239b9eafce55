import Foundation
import MarqueeCore
import MarqueeEngage
import MarqueeWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A process made to be killed while universal events are on hold, ready and in flight, so that a test can look at what it
/// leaves.
///
/// - `EngageCrashProbe load FOLDER RECEIVED SEED` records events, completes them with a plug-in that is slow for some of
///   them, and sends them over a network that loses some requests and answers, until it is killed. What the receiver got is
///   appended to the file RECEIVED: a line `NUMBER ID` for each event. Prints the number of each event that is on disk.
/// - `EngageCrashProbe drain FOLDER RECEIVED` records nothing, sends what is left and ends with status 0 when nothing is.
@main
enum EngageCrashProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("load", 5): try await load(arguments)
        case ("drain", 4): try await drain(arguments)
        default:
            FileHandle.standardError.write(Data("usage: see the comment of EngageCrashProbe\n".utf8))
            exit(2)
        }
    }

    private static func open(_ arguments: [String], isLossy: Bool) throws -> (core: Core, engage: Engage) {
        guard let service = URL(string: "https://service.example/v1/apps/brand/main") else { exit(2) }
        // Events that time out are sent without the plug-in's value, and count as lost here. A busy machine takes long for
        // the events of all earlier processes.
        let core = try Core(
            configuration: Configuration(service: service, settings: [.engageAugmentationTimeout: .text("30 min")]),
            environment: Environment(
                folder: URL(fileURLWithPath: arguments[2], isDirectory: true),
                transport: try RecordingNetwork(URL(fileURLWithPath: arguments[3]), isLossy: isLossy)))
        let engage = try Engage(core: core)
        engage.addPlugin(SlowPlugin(isSlow: isLossy))
        engage.start()
        return (core, engage)
    }

    private static func load(_ arguments: [String]) async throws {
        let (_, engage) = try open(arguments, isLossy: true)
        let seed = arguments[4]
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    await engage.flush()
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 { await record("\(seed)-\(worker)-\(number)", engage) }
                }
            }
        }
    }

    private static func record(_ number: String, _ engage: Engage) async {
        guard (try? await engage.record(.named("recorded", ["number": .text(number)]))) != nil else { return }
        // Unbuffered: a line that is out was acknowledged.
        FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }

    private static func drain(_ arguments: [String]) async throws {
        let (core, engage) = try open(arguments, isLossy: false)
        for _ in 0..<1_200 {
            await engage.flush()
            let counts = try engage.eventCounts()
            if counts.notPosted + counts.hold + counts.expired == 0 {
                await engage.close()
                await core.close()
                exit(counts.posted == Int(counts.lastSequence) ? 0 : 3)
            }
            // Events on hold become ready, or the test's patience ends first.
            try await Task.sleep(for: .milliseconds(50))
        }
        exit(1)
    }
}

/// Adds an attribute; for every third event it takes longer than the process lives.
private struct SlowPlugin: AugmentationPlugin {
    let isSlow: Bool

    func isReady(for event: UniversalEvent) -> Bool { !isSlow || (event.sequence ?? 0) % 3 != 0 }

    func augment(_ event: UniversalEvent) async throws -> UniversalEvent { event.setting("augmented", to: "yes") }
}

/// A receiver that keeps what it gets in a file, and a network before it that is lost now and then.
private final class RecordingNetwork: Transport {
    private let file: FileHandle
    private let isLossy: Bool

    init(_ url: URL, isLossy: Bool) throws {
        let descriptor = Foundation.open(url.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.isLossy = isLossy
    }

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0...2)))
        let dice = isLossy ? Int.random(in: 0..<100) : 100
        if dice < 10 { throw TransportError(.unreachable, "lost on the way there") }
        guard let body = request.body, let json = try? Gzip.decompress(body, maximum: EventBatch.maximumSize),
            let batch = try? JSONDecoder().decode(EventBatch.self, from: json), batch.lane == "engage"
        else { return TransportResponse(status: 400) }
        let lines = batch.events.map { event in
            if case .text(let number)? = event.properties["number"], event.properties["augmented"] == "yes" {
                "\(number) \(event.id)\n"
            } else {
                ""
            }
        }
        // One write: a line is there as a whole or not at all.
        file.write(Data(lines.joined().utf8))
        // Treated as not reached, so that the lane goes on at once.
        if dice < 12 { throw TransportError(.unreachable, "lost on the way back") }
        let receipt = EventReceipt(
            batch: EventReceipt.batchID(of: batch.events.map(\.id)), verdicts: batch.events.map { _ in .accepted })
        return TransportResponse(status: 200, body: Data(((try? receipt.json) ?? "").utf8))
    }
}
