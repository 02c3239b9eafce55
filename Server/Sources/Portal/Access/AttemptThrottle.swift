import MarqueeWire
import Synchronization

/// Slows down guessing: after a few failures for a name or an address, further attempts are refused for a growing
/// while.
///
/// Kept in memory on purpose. Another process counts for itself, which multiplies the attempts by the number of
/// processes and no more.
final class AttemptThrottle: Sendable {
    /// Failures that cost nothing.
    static let freeAttempts = 5
    /// The longest refusal.
    static let longestWait = Duration.seconds(900)
    /// Keys remembered at the same time; the oldest go first.
    static let capacity = 10_000

    private struct Record {
        var failures = 0
        var blockedUntil = Timestamp(milliseconds: 0)
        var last = Timestamp(milliseconds: 0)
    }

    private let records = Mutex<[String: Record]>([:])

    /// The time until which any of the keys is refused, if there is one.
    func blockedUntil(_ keys: [String], now: Timestamp) -> Timestamp? {
        records.withLock { records in
            keys.compactMap { records[$0]?.blockedUntil }.filter { $0 > now }.max()
        }
    }

    /// Counts a failure. The wait doubles with each one beyond ``freeAttempts``, from 2 seconds on.
    func failed(_ keys: [String], now: Timestamp) {
        records.withLock { records in
            for key in keys {
                var record = records[key] ?? Record()
                record.failures += 1
                record.last = now
                let excess = record.failures - Self.freeAttempts
                if excess >= 0 { record.blockedUntil = now + min(.seconds(1 << min(excess + 1, 20)), Self.longestWait) }
                records[key] = record
            }
            guard records.count > Self.capacity else { return }
            for (key, _) in records.sorted(by: { $0.value.last < $1.value.last }).prefix(Self.capacity / 10) {
                records[key] = nil
            }
        }
    }

    func succeeded(_ keys: [String]) {
        records.withLock { records in
            for key in keys { records[key] = nil }
        }
    }
}
