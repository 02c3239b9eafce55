import Foundation
import MarqueeCore
import MarqueeWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A process made to be killed, so that a test can look at what it leaves.
///
/// - `CoreCrashProbe open FOLDER STEP OCCURRENCE` opens the SDK's files and kills itself with SIGKILL when it reaches the
///   named step for that time.
/// - `CoreCrashProbe load FOLDER RECEIVED SEED` stores events and tracking addresses as fast as it can and sends both
///   at the same time, until it is killed or has stored 20,000 of each. What receivers got is appended to the file
///   RECEIVED, one line each. Prints a line for each event and address that is on disk.
/// - `CoreCrashProbe drain FOLDER RECEIVED` stores nothing, sends what is left and ends with status 0 when nothing is.
@main
enum CoreCrashProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("open", 5): try await open(arguments)
        case ("load", 5): try await load(arguments)
        case ("drain", 4): try await drain(arguments)
        default:
            FileHandle.standardError.write(Data("usage: see the comment of CoreCrashProbe\n".utf8))
            exit(2)
        }
    }

    private static func open(_ arguments: [String]) async throws {
        guard let occurrence = Int(arguments[4]) else { exit(2) }
        let environment = Environment(
            folder: URL(fileURLWithPath: arguments[2], isDirectory: true), transport: NoNetwork(),
            reached: killing(at: FaultPoint(arguments[3]), occurrence: occurrence))
        await (try Core(configuration: .load(file: nil, [.core]), environment: environment)).close()
    }

    private static func killing(at step: FaultPoint, occurrence: Int) -> @Sendable (FaultPoint) throws -> Void {
        let count = Locked(0)
        return { point in
            guard point == step else { return }
            let passed = count.withLock { count in
                count += 1
                return count
            }
            if passed == occurrence { kill(getpid(), SIGKILL) }
        }
    }

    private static func core(_ arguments: [String], isLossy: Bool) throws -> Core {
        guard let service = URL(string: "https://service.example/v1/apps/brand/main") else { exit(2) }
        return try Core(
            configuration: Configuration(service: service, trustAnchors: []),
            environment: Environment(
                folder: URL(fileURLWithPath: arguments[2], isDirectory: true),
                transport: try RecordingNetwork(URL(fileURLWithPath: arguments[3]), isLossy: isLossy)))
    }

    private static func load(_ arguments: [String]) async throws {
        let core = try core(arguments, isLossy: true)
        let seed = arguments[4]
        await withTaskGroup(of: Void.self) { group in
            for sender in [core.eventSender, core.tracking.sender] {
                group.addTask {
                    while !Task.isCancelled {
                        await sender.drain()
                        try? await Task.sleep(for: .milliseconds(1))
                    }
                }
            }
            group.addTask { for number in 0..<20_000 { await recordEvent(core, "\(seed)-\(number)") } }
            group.addTask { for number in 0..<20_000 { await fetchAddress(core, "\(seed)-\(number)") } }
            await group.next()
            group.cancelAll()
        }
    }

    private static func recordEvent(_ core: Core, _ number: String) async {
        if number.hasSuffix("3") { core.outbox.track("tracked", ["number": .text("t\(number)")]) }
        guard (try? await core.outbox.record("recorded", ["number": .text(number)])) != nil else { return }
        // Unbuffered: a line that is out was acknowledged.
        FileHandle.standardOutput.write(Data("E \(number)\n".utf8))
    }

    private static func fetchAddress(_ core: Core, _ number: String) async {
        guard let address = URL(string: "http://ads.example/\(number)"),
            (try? await core.tracking.fetch(address)) != nil
        else { return }
        FileHandle.standardOutput.write(Data("T \(number)\n".utf8))
    }

    private static func drain(_ arguments: [String]) async throws {
        let core = try core(arguments, isLossy: false)
        for _ in 0..<1_200 {
            await core.eventSender.drain()
            await core.tracking.sender.drain()
            let (events, addresses) = (try core.outbox.counts(), try core.tracking.counts())
            if events.notPosted + addresses.notPosted == 0 {
                let isWhole =
                    events.posted == Int(events.lastSequence) && addresses.posted == Int(addresses.lastSequence)
                await core.close()
                exit(isWhole ? 0 : 3)
            }
            // What keeps it from sending passes, or the test's patience ends first.
            try await Task.sleep(for: .milliseconds(50))
        }
        exit(1)
    }
}

private struct NoNetwork: Transport {
    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse { throw TransportError(.unreachable, "no network") }
}

/// Receivers that keep what they get in a file, and a network before them that is lost now and then.
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
        guard request.method == "POST" else {
            // One write: a line is there as a whole or not at all.
            file.write(Data("T \(request.url.lastPathComponent) \(getpid())\n".utf8))
            try? await Task.sleep(for: .milliseconds(1))
            return TransportResponse(status: 200)
        }
        let dice = isLossy ? Int.random(in: 0..<100) : 100
        if dice < 10 { throw TransportError(.unreachable, "lost on the way there") }
        guard let body = request.body, let json = try? Gzip.decompress(body, maximum: EventBatch.maximumSize),
            let batch = try? JSONDecoder().decode(EventBatch.self, from: json)
        else { return TransportResponse(status: 400) }
        let lines = batch.events.map { event in
            if case .text(let number)? = event.properties["number"] { "E \(number) \(event.id)\n" } else { "" }
        }
        file.write(Data(lines.joined().utf8))
        if dice < 12 { throw TransportError(.interrupted, "lost on the way back") }
        let receipt = EventReceipt(
            batch: EventReceipt.batchID(of: batch.events.map(\.id)), verdicts: batch.events.map { _ in .accepted })
        return TransportResponse(status: 200, body: Data(((try? receipt.json) ?? "").utf8))
    }
}
