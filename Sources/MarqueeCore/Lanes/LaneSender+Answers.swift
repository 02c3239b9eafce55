import MarqueeWire

extension LaneSender {
    /// Acts on an answer.
    /// - Returns: how sending ends, or `nil` when it goes on.
    func apply(_ answer: LaneAnswer, to batch: OutboxBatch) throws(MarqueeError) -> UploadOutcome? {
        switch answer {
        case .settled(let verdicts): return try settle(verdicts, batch)
        case .refusedWhole(let reason): return try isolate(batch, reason)
        case .shutOut(let reason):
            try items.release(batch)
            state.withLock { $0.isPaused = true }
            log(.error, .debug, "\(lane.name) are shut out: \(reason); they are kept")
            return .paused
        case .trouble(let reason, let retryAfter): return try postpone(batch, reason, retryAfter)
        case .busy(let reason, let retryAfter): return try postpone(batch, reason, retryAfter, isAttempt: false)
        case .unreachable:
            try items.release(batch)
            return .unreachable
        case .cancelled:
            try items.release(batch)
            return .refused
        }
    }

    private func settle(_ verdicts: [ItemVerdict], _ batch: OutboxBatch) throws(MarqueeError) -> UploadOutcome? {
        do {
            try environment.reached(.uploadAnswered)
        } catch {
            throw MarqueeError(.storage, "stopped after the answer", cause: error)
        }
        guard verdicts.count == batch.items.count else {
            return try postpone(batch, "\(verdicts.count) verdicts for \(batch.items.count) items", nil)
        }
        try items.settle(batch, verdicts, unreachableWait: lane.rules.schedule.period)
        state.withLock { state in
            state.batchItems = min(lane.rules.batchItems, state.batchItems * 2)
            state.refusedAlone = 0
        }
        let posted = verdicts.count { $0 == .posted }
        log(.info, .debug, "\(posted) of \(verdicts.count) \(lane.name) posted")
        for case .refused(let reason) in verdicts.prefix(3) {
            log(.warning, .debug, "one of the \(lane.name) was refused: \(reason)")
        }
        return nil
    }

    /// Halves the batch until the one item that cannot be sent stands alone, and fails that.
    private func isolate(_ batch: OutboxBatch, _ reason: String) throws(MarqueeError) -> UploadOutcome? {
        guard batch.items.count == 1 else {
            try items.release(batch)
            state.withLock { $0.batchItems = max(1, batch.items.count / 2) }
            return nil
        }
        let isSuspicious = state.withLock { state in
            state.refusedAlone += 1
            return state.refusedAlone > Self.mostRefusedAlone
        }
        guard !isSuspicious else {
            state.withLock { $0.refusedAlone = 0 }
            return try postpone(batch, "one refusal after another", nil)
        }
        try items.settle(batch, [.refused(reason)])
        log(.warning, .debug, "one of the \(lane.name) is not sent again: \(reason)")
        return nil
    }

    private func postpone(
        _ batch: OutboxBatch, _ reason: String, _ retryAfter: Duration?, isAttempt: Bool = true
    ) throws(MarqueeError) -> UploadOutcome {
        let wait = try items.postpone(batch, reason, askedFor: retryAfter, isAttempt: isAttempt)
        log(.warning, .debug, "\(lane.name) wait for \(wait.milliseconds) ms: \(reason)")
        return .postponed(wait)
    }
}
