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
@main
enum CoreCrashProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("open", 5): try await open(arguments)
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
        await (try Core(configuration: .load(file: nil), environment: environment)).close()
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
}

private struct NoNetwork: Transport {
    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse { throw TransportError(.unreachable, "no network") }
}
