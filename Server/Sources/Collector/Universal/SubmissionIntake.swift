import MarqueeWire

/// Accepts universal events and stores them as ordinary events, by the same way as those of devices: on disk before the
/// answer, each once per id.
public struct SubmissionIntake: Sendable {
    private let intake: EventIntake
    private let untimed = UntimedEvents()
    private let now: @Sendable () -> Timestamp

    init(intake: EventIntake, now: @escaping @Sendable () -> Timestamp) {
        self.intake = intake
        self.now = now
    }

    /// Refuses a sender that has to wait, before its body is read; see ``EventIntake/admit(_:)``.
    public func admit(_ address: Int) throws(IntakeError) { try intake.admit(address) }

    /// Accepts what can be accepted of a submission.
    /// - Parameters:
    ///   - body: the JSON, decompressed.
    ///   - sender: whom the access token belongs to.
    ///   - address: stands for the network address that the body comes from; `nil` where there is none.
    /// - Returns: the rejected events by their places; all others are on disk.
    /// - Throws: ``IntakeError``. A part of the events may be stored then; they are stored once when all are sent again.
    public func submit(
        _ body: [UInt8], from sender: SubmissionSender, address: Int? = nil
    ) async throws -> SubmissionReceipt {
        let (batches, rejected) = try read(body, sender).get()
        var all = rejected
        var accepted = 0
        for (batch, receipt) in try await store(batches, sender.scope, address) {
            accepted += receipt.accepted
            let places = batch.indexes.indices.filter { receipt.verdicts[$0] == .rejected }
            for (place, reason) in zip(places, receipt.reasons) {
                all.append(.init(index: batch.indexes[place], reason: reason))
            }
        }
        return SubmissionReceipt(accepted: accepted, rejected: all.sorted { $0.index < $1.index })
    }

    private func read(
        _ body: [UInt8], _ sender: SubmissionSender
    ) -> Result<(batches: [SubmissionBatch], rejected: [SubmissionReceipt.Rejection]), IntakeError> {
        body.withUnsafeBufferPointer { bytes in
            Result { () throws(IntakeError) in
                let submission = try SubmissionScanner.scan(bytes)
                var batches = SubmissionBatches(
                    submission, bytes, sender: sender, now: now(), untimed: untimed, keys: intake.keys)
                return (batches.batches(), submission.rejected)
            }
        }
    }

    /// Batches of several installs are stored at once, so that they share a sync.
    private func store(
        _ batches: [SubmissionBatch], _ scope: Scope, _ address: Int?
    ) async throws -> [(SubmissionBatch, EventReceipt)] {
        guard batches.count > 1 else {
            guard let batch = batches.first else { return [] }
            return [(batch, try await intake.accept(batch, scope: scope, from: address))]
        }
        return try await withThrowingTaskGroup(of: (SubmissionBatch, EventReceipt).self) { group in
            for batch in batches {
                group.addTask { (batch, try await intake.accept(batch, scope: scope, from: address)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
