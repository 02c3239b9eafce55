public import MarqueeWire
import Synchronization

/// Takes batches: checks every event, writes the batch ahead, and answers once it is on disk.
public final class EventIntake: Sendable {
    private let spool: Spool
    private let now: @Sendable () -> Timestamp
    private let counters = Mutex(IntakeStatistics())

    init(spool: Spool, now: @escaping @Sendable () -> Timestamp) {
        self.spool = spool
        self.now = now
    }

    /// Counters since the process began.
    public var statistics: IntakeStatistics {
        var statistics = counters.withLock { $0 }
        statistics.commits = spool.commits
        return statistics
    }

    /// Accepts what can be accepted of a batch.
    /// - Parameters:
    ///   - body: the batch's JSON, decompressed.
    ///   - scope: the app and stream it was posted for; whether they exist was asked before.
    /// - Returns: a verdict per event, in order. What is accepted is on disk.
    /// - Throws: ``IntakeError``; nothing of the batch was taken, and the code says whether it is worth sending again.
    public func accept(_ body: [UInt8], scope: Scope) async throws(IntakeError) -> EventReceipt {
        do {
            let (receipt, index) = try Self.check(body)
            if receipt.accepted > 0 {
                try await spool.append(SpooledBatch(scope: scope, received: now(), index: index, body: body))
            }
            counters.withLock {
                $0.batches += 1
                $0.events += receipt.accepted
                $0.rejected += receipt.rejected
                $0.bytes += body.count
            }
            return receipt
        } catch {
            if error.retryAfter != nil { counters.withLock { $0.refused += 1 } }
            throw error
        }
    }

    private static func check(_ body: [UInt8]) throws(IntakeError) -> (EventReceipt, BatchIndex) {
        let result = body.withUnsafeBufferPointer { bytes in
            Result { () throws(IntakeError) in
                let batch = try BatchScanner.scan(bytes)
                return (batch.receipt, BatchIndex(batch))
            }
        }
        return try result.get()
    }
}
