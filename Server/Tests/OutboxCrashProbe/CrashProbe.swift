import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Synchronization

/// A device made to be killed: `OutboxCrashProbe FOLDER SERVICE-URL SEED [drain]`.
///
/// Records page views as fast as it can, tracks others between them, and uploads at the same time over a network that
/// loses every tenth request or answer. Prints the id of each recorded event, one per line, once `record` has returned;
/// ends by itself after 20,000 in case nobody kills it. With `drain` it records nothing, sends what is left and ends
/// with status 0 when nothing is.
@main
enum CrashProbe {
    /// How far both clocks are ahead: a wait of minutes after several losses in a row takes no time here.
    private static let skipped = Mutex(Duration.zero)

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let service = URL(string: arguments[2]), let seed = UInt64(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: OutboxCrashProbe FOLDER SERVICE-URL SEED [drain]\n".utf8))
            exit(2)
        }
        let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
        let core = try Core(
            configuration: Configuration(service: service, trustAnchors: []),
            environment: Environment(
                folder: folder, transport: LossyTransport(URLSessionTransport(), mode: .lossy(percent: 10)),
                now: { Timestamp(Date()) + skipped.withLock { $0 } },
                uptime: { Environment.systemUptime() + skipped.withLock { $0 } }))
        if arguments.count > 4 {
            try await drain(core)
        } else {
            await uploadForEver(beside: core, seed: seed)
        }
    }

    private static func uploadForEver(beside core: Core, seed: UInt64) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    await core.eventSender.drain()
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
            group.addTask { await record(core, seed: seed) }
            await group.next()
            group.cancelAll()
        }
    }

    private static func record(_ core: Core, seed: UInt64) async {
        for number in 0..<Int64(20_000) {
            let properties: [String: Event.Value] = [
                "uri": .text("zbimdb://probe/a/\(number % 5)"), "type": .text("article"), "hub": .text("probe"),
                "number": .integer(number), "seed": .text("\(seed)"),
            ]
            if (UInt64(number) &+ seed) % 3 == 0 { core.outbox.track(EventName.contentViewed, properties) }
            do {
                let id = try await core.outbox.record(EventName.contentViewed, properties)
                // Unbuffered: a line that is out was acknowledged.
                FileHandle.standardOutput.write(Data("\(id)\n".utf8))
            } catch {
                FileHandle.standardError.write(Data("not recorded: \(error)\n".utf8))
            }
        }
    }

    private static func drain(_ core: Core) async throws {
        for _ in 0..<600 {
            let outcome = await core.eventSender.drain()
            if try core.outbox.counts().notPosted == 0 { return await core.close() }
            if case .postponed(let wait) = outcome { skipped.withLock { $0 += wait } }
            // Anything else that keeps it from sending passes, or the caller's patience ends first.
            try await Task.sleep(for: .milliseconds(20))
        }
        exit(1)
    }
}
