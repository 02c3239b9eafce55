public import MarqueeWire
import Synchronization

/// Accepts batches: checks every event, writes the batch to the spool, and answers once it is on disk.
public final class EventIntake: Sendable {
    private let spool: Spool
    /// The properties whose values are marked.
    let keys: PropertyKeys
    private let limits: IntakeLimits
    private let fullness: Fullness
    private let now: @Sendable () -> Timestamp
    private let counters = Mutex(IntakeStatistics())

    init(
        spool: Spool, keys: PropertyKeys, limits: IntakeLimits, fullness: Fullness,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.spool = spool
        self.keys = keys
        self.limits = limits
        self.fullness = fullness
        self.now = now
    }

    /// Counters since the process began.
    public var statistics: IntakeStatistics {
        var statistics = counters.withLock { $0 }
        statistics.commits = spool.commits
        statistics.spoolBytes = spool.segments.size
        return statistics
    }

    /// Refuses a sender that has to wait, before its batch is read.
    /// - Parameter address: stands for the network address that the batch comes from.
    /// - Throws: ``IntakeError`` with `throttled`, or `diskFull` while the warehouse has no room.
    public func admit(_ address: Int) throws(IntakeError) {
        try counted { () throws(IntakeError) in
            try limits.admit(address)
            try requireRoom()
        }
    }

    /// Accepts what can be accepted of a batch.
    /// - Parameters:
    ///   - body: the batch's JSON, decompressed.
    ///   - scope: the app and stream it was posted for; the caller has checked that they exist.
    ///   - address: stands for the network address that the batch comes from; `nil` where there is none.
    /// - Returns: a verdict for each event, in order. Accepted events are on disk.
    /// - Throws: ``IntakeError``; nothing of the batch was stored, and the code says whether sending it again helps.
    public func accept(_ body: [UInt8], scope: Scope, from address: Int? = nil) async throws(IntakeError)
        -> EventReceipt
    {
        let (receipt, index) = try counted { () throws(IntakeError) in
            try charge(body.count, to: address)
            try requireRoom()
            return try check(body, isServers: false)
        }
        return try await store(body, receipt, index, scope)
    }

    /// Accepts what can be accepted of a part of a submission, by the rules of a batch from a device.
    func accept(_ batch: SubmissionBatch, scope: Scope, from address: Int?) async throws(IntakeError) -> EventReceipt {
        let index = try counted { () throws(IntakeError) in
            try charge(batch.body.count, to: address)
            try requireRoom()
            guard batch.body.count <= EventBatch.maximumSize else {
                throw IntakeError(.tooLarge, "batch of \(batch.body.count) bytes")
            }
            try batch.body.withUnsafeBufferPointer { bytes throws(IntakeError) in
                try charge(batch.scan, UnsafeRawBufferPointer(bytes))
            }
            return BatchIndex(batch.scan, keys: keys)
        }
        return try await store(batch.body, batch.scan.receipt, index, scope)
    }

    /// Accepts batches that this server made, and writes them together. The limits of senders do not hold for them.
    /// - Returns: for each batch its receipt, or why it was refused.
    func acceptOwn(_ batches: [(body: [UInt8], scope: Scope)]) async -> [Result<EventReceipt, IntakeError>] {
        let received = now()
        var spooled: [SpooledBatch] = []
        var results = batches.map { body, scope in
            Result { () throws(IntakeError) in
                try counted { () throws(IntakeError) in
                    try requireRoom()
                    let (receipt, index) = try check(body, isServers: true)
                    guard receipt.accepted > 0 else { return receipt }
                    spooled.append(SpooledBatch(scope: scope, received: received, index: index, body: body))
                    return receipt
                }
            }
        }
        do throws(IntakeError) {
            if !spooled.isEmpty { try await spool.append(spooled) }
        } catch {
            results = results.map { $0.flatMap { $0.accepted > 0 ? .failure(error) : .success($0) } }
            for _ in spooled { count(error) }
        }
        for case (.success(let receipt), let batch) in zip(results, batches) { count(receipt, batch.body.count) }
        return results
    }

    private func store(
        _ body: [UInt8], _ receipt: EventReceipt, _ index: BatchIndex, _ scope: Scope
    ) async throws(IntakeError) -> EventReceipt {
        if receipt.accepted > 0 {
            do throws(IntakeError) {
                try await spool.append([SpooledBatch(scope: scope, received: now(), index: index, body: body)])
            } catch {
                count(error)
                throw error
            }
        }
        count(receipt, body.count)
        return receipt
    }

    private func count(_ receipt: EventReceipt, _ size: Int) {
        counters.withLock {
            $0.batches += 1
            $0.events += receipt.accepted
            $0.rejected += receipt.rejected
            $0.bytes += size
        }
    }

    private func check(_ body: [UInt8], isServers: Bool) throws(IntakeError) -> (EventReceipt, BatchIndex) {
        let result = body.withUnsafeBufferPointer { bytes in
            Result { () throws(IntakeError) in
                let batch = try BatchScanner.scan(bytes, keys: keys)
                guard batch.isServers == isServers else {
                    throw IntakeError(.malformed, "the lane \(ServerEvents.lane) is the server's")
                }
                if !isServers { try charge(batch, UnsafeRawBufferPointer(bytes)) }
                return (batch.receipt, BatchIndex(batch, keys: keys))
            }
        }
        return try result.get()
    }

    private func charge(_ size: Int, to address: Int?) throws(IntakeError) {
        if let address { try limits.charge(size, address: address) }
    }

    /// Charges a batch to its install.
    private func charge(_ batch: ScannedBatch, _ bytes: UnsafeRawBufferPointer) throws(IntakeError) {
        guard let install = batch.envelope.install.text else { return }
        try limits.charge(bytes.count, install: UnsafeRawBufferPointer(rebasing: bytes[install.range]))
    }

    private func requireRoom() throws(IntakeError) {
        guard fullness.isFull else { return }
        throw IntakeError(.diskFull, "the warehouse has reached its quota", retryAfter: .seconds(60))
    }

    private func counted<Value>(_ body: () throws(IntakeError) -> Value) throws(IntakeError) -> Value {
        do { return try body() } catch {
            count(error)
            throw error
        }
    }

    private func count(_ error: IntakeError) {
        guard error.retryAfter != nil else { return }
        counters.withLock { if error.code == .throttled { $0.throttled += 1 } else { $0.refused += 1 } }
    }
}
