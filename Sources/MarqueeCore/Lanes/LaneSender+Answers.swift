import MarqueeWire

extension LaneSender {
    /// Applies an answer to the items of a batch.
    /// - Returns: the outcome if sending must end; `nil` if sending continues.
    func apply(_ reply: Reply, to batch: OutboxBatch) throws(MarqueeError) -> UploadOutcome? {
        state.withLock { state in
            state.obstacle = reply.answer.obstacle
            if state.obstacle == nil { state.sleep?.cancel() }
        }
        let wasSent = reply.wasSent
        switch reply.answer {
        case .settled(let verdicts): return try settle(verdicts, batch, wasSent: wasSent)
        case .refusedWhole(let reason): return try isolate(batch, reason, wasSent: wasSent)
        case .shutOut(let reason), .unauthorised(let reason):
            try items.release(batch, wasSent: wasSent)
            state.withLock { $0.isPaused = true }
            log(.error, .debug, "the lane \(lane.name) is paused and keeps its items: \(reason)")
            return .paused
        case .trouble(let reason, let retryAfter): return try postpone(batch, reason, retryAfter, wasSent: wasSent)
        case .busy(let reason, let retryAfter):
            return try postpone(batch, reason, retryAfter, isAttempt: false, wasSent: wasSent)
        case .unreachable:
            try items.release(batch, wasSent: wasSent)
            return .unreachable
        case .cancelled:
            try items.release(batch, wasSent: wasSent)
            return .refused
        }
    }

    private func settle(
        _ verdicts: [ItemVerdict], _ batch: OutboxBatch, wasSent: Bool
    ) throws(MarqueeError) -> UploadOutcome? {
        do {
            try environment.reached(.uploadAnswered)
        } catch {
            throw MarqueeError(.storage, "stopped after the answer", cause: error)
        }
        guard verdicts.count == batch.items.count else {
            let reason = "\(verdicts.count) verdicts for \(batch.items.count) items"
            return try postpone(batch, reason, nil, wasSent: wasSent)
        }
        try items.settle(batch, verdicts, wasSent: wasSent, unreachableWait: lane.rules.schedule.period)
        state.withLock { state in
            state.batchItems = min(lane.rules.batchItems, state.batchItems * 2)
            state.refusedAlone = 0
        }
        let posted = verdicts.count { $0 == .posted }
        log(.info, .debug, "\(posted) of \(verdicts.count) items of the lane \(lane.name) were posted")
        for case .refused(let reason) in verdicts.prefix(3) {
            log(.warning, .debug, "an item of the lane \(lane.name) was refused: \(reason)")
        }
        return nil
    }

    /// Halves the batch until the refused item is alone in a batch, then marks this item as failed.
    private func isolate(
        _ batch: OutboxBatch, _ reason: String, wasSent: Bool
    ) throws(MarqueeError) -> UploadOutcome? {
        guard batch.items.count == 1 else {
            try items.release(batch, wasSent: wasSent)
            state.withLock { $0.batchItems = max(1, batch.items.count / 2) }
            return nil
        }
        // Then each second refusal makes the lane wait, longer each time, until the receiver takes an item again.
        let isSuspicious = state.withLock { state in
            state.refusedAlone += 1
            return state.refusedAlone > Self.mostRefusedAlone
                && !(state.refusedAlone - Self.mostRefusedAlone).isMultiple(of: 2)
        }
        guard !isSuspicious else {
            return try postpone(batch, "too many refused items in a row", nil, wasSent: wasSent)
        }
        try items.settle(batch, [.refused(reason)], endsTrouble: false)
        log(.warning, .debug, "an item of the lane \(lane.name) is not sent again: \(reason)")
        return nil
    }

    private func postpone(
        _ batch: OutboxBatch, _ reason: String, _ retryAfter: Duration?, isAttempt: Bool = true, wasSent: Bool
    ) throws(MarqueeError) -> UploadOutcome {
        let wait = try items.postpone(
            batch, reason, askedFor: retryAfter, isAttempt: isAttempt, wasSent: wasSent)
        log(.warning, .debug, "the lane \(lane.name) waits for \(wait.milliseconds) ms: \(reason)")
        return .postponed(wait)
    }
}

extension LaneAnswer {
    /// Why items stay with the lane; `nil` where each of them has its own verdict.
    fileprivate var obstacle: String? {
        switch self {
        case .settled, .refusedWhole, .cancelled: nil
        case .shutOut(let reason), .unauthorised(let reason), .trouble(let reason, _), .busy(let reason, _): reason
        case .unreachable: "the network cannot be reached"
        }
    }
}
