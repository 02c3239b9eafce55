import Logging
import MarqueeWire
import Synchronization

/// Removes what is no longer needed, now and then, in transactions of its own: one that reads a whole table would be in
/// the way of each that writes to it.
final class Housekeeping: Sendable {
    /// The time from one run to the next, unless there were ``calls`` calls meanwhile.
    static let period = Duration.seconds(60)
    static let calls = 1000

    private static let logger = Logger(label: "PlatformStore")
    private let latest = Mutex<(time: Timestamp, calls: Int)?>(nil)

    /// Runs `work` if it is time.
    func run(
        at now: Timestamp, in database: PlatformDatabase,
        _ work: @escaping @Sendable (any SQLTransaction) throws -> Void
    ) async {
        let isDue = latest.withLock { latest in
            if let known = latest, known.calls < Self.calls, (known.time..<known.time + Self.period).contains(now) {
                latest?.calls += 1
                return false
            }
            latest = (now, 1)
            return true
        }
        guard isDue else { return }
        // The caller's own work does not depend on it.
        do { try await database.write(work) } catch {
            Self.logger.warning("rows that are no longer needed were not removed", metadata: ["error": "\(error)"])
        }
    }
}
