import MarqueeWire

extension Uploader {
    /// Acts on an answer.
    /// - Returns: how sending ends, or `nil` when it goes on.
    func apply(_ answer: UploadAnswer, to batch: OutboxBatch) throws(MarqueeError) -> UploadOutcome? {
        switch answer {
        case .receipt(let receipt): return try apply(receipt, to: batch)
        case .tooLarge: return try isolate(batch, "the event is too large for the server")
        case .refusedWhole: return try isolate(batch, "the server refuses every batch with this event")
        case .shutOut(let status):
            try outbox.store.release()
            state.withLock { $0.isPaused = true }
            log(.error, .debug, "the server answered events with status \(status); they are kept")
            return .paused
        case .trouble(let reason, let retryAfter): return try postpone(reason, retryAfter)
        case .unreachable:
            try outbox.store.release()
            return .unreachable
        case .cancelled:
            try outbox.store.release()
            return .refused
        }
    }

    private func apply(_ receipt: EventReceipt, to batch: OutboxBatch) throws(MarqueeError) -> UploadOutcome? {
        do {
            try environment.reached(.uploadAnswered)
        } catch {
            throw MarqueeError(.invalidOperation, "stopped after the answer", cause: error)
        }
        guard let settlement = Self.settlement(receipt, batch) else {
            return try postpone("a receipt for other events", nil)
        }
        try outbox.store.settle(settlement)
        state.withLock { state in
            state.batchEvents = min(settings.batchEvents, state.batchEvents * 2)
            state.isolated = 0
        }
        log(.info, .debug, "\(settlement.accepted.count) events accepted, \(settlement.rejected.count) rejected")
        for (_, reason) in settlement.rejected.prefix(3) { log(.warning, .debug, "event rejected: \(reason)") }
        return nil
    }

    /// `nil` for a receipt that answers for other events than the batch's: it says nothing.
    private static func settlement(_ receipt: EventReceipt, _ batch: OutboxBatch) -> OutboxStore.Settlement? {
        let ids = batch.entries.map(\.id)
        guard receipt.batch == EventReceipt.batchID(of: ids), receipt.verdicts.count == ids.count else { return nil }
        var settlement = OutboxStore.Settlement()
        var reasons = receipt.reasons.makeIterator()
        for (entry, verdict) in zip(batch.entries, receipt.verdicts) {
            switch verdict {
            case .accepted: settlement.accepted.append(entry)
            case .rejected: settlement.rejected.append((entry, reasons.next() ?? "no reason given"))
            }
        }
        return settlement
    }

    /// Halves the batch until the one event that cannot be sent stands alone, and sets that aside.
    private func isolate(_ batch: OutboxBatch, _ reason: String) throws(MarqueeError) -> UploadOutcome? {
        guard let only = batch.entries.first, batch.entries.count == 1 else {
            try outbox.store.release()
            state.withLock { $0.batchEvents = max(1, batch.entries.count / 2) }
            return nil
        }
        let isSuspicious = state.withLock { state in
            state.isolated += 1
            return state.isolated > Self.mostIsolated
        }
        guard !isSuspicious else {
            state.withLock { $0.isolated = 0 }
            return try postpone("one refusal after another", nil)
        }
        try outbox.store.settle(.init(rejected: [(only, reason)]))
        log(.warning, .debug, "an event is set aside: \(reason)")
        return nil
    }

    private func postpone(_ reason: String, _ retryAfter: Duration?) throws(MarqueeError) -> UploadOutcome {
        var random = RandomSource(environment)
        let schedule = try outbox.store.retry().failed(at: environment.now(), askedFor: retryAfter, using: &random)
        try outbox.store.release(retry: schedule)
        log(.warning, .debug, "events wait for \(schedule.wait.milliseconds) ms: \(reason)")
        return .postponed(schedule.wait)
    }
}
