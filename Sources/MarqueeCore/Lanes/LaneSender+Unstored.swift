import Foundation
import MarqueeWire

extension LaneSender {
    /// Sends items from memory that could not be stored, each of them once, so that a full disk does not lose them.
    ///
    /// Items that do not arrive go back into memory and are stored when the disk can be written. Returns when the items
    /// have their answers; a call during another call waits for the same answers.
    package func sendUnstored() async {
        // What runs already may have looked for items before the newest came back into memory.
        await unstoredSettled()
        let task = state.withLock { state -> Task<Void, Never>? in
            if let running = state.unstored { return running }
            guard !state.isPaused, !state.isStopped else { return nil }
            let task = Task { await self.sendFromMemory() }
            state.unstored = task
            return task
        }
        await task?.value
    }

    /// Returns when items that are being sent from memory have their answers.
    package func unstoredSettled() async { await state.withLock { $0.unstored }?.value }

    /// How many items that were sent from memory the receiver took, and how many it refused.
    package var unstoredCounts: (posted: Int, refused: Int) {
        state.withLock { ($0.unstoredPosted, $0.unstoredRefused) }
    }

    private func sendFromMemory() async {
        defer { state.withLock { $0.unstored = nil } }
        guard lane.isConfigured, consent.isGranted(lane.rules.purpose), (try? items.wait()) ?? .zero == .zero else {
            return
        }
        while !Task.isCancelled, environment.uptime() >= state.withLock({ $0.unstoredNotBefore }) {
            let taken = items.takeUntried(limit: lane.rules.batchItems)
            guard !taken.isEmpty else { return }
            let batch = OutboxBatch(unstored: taken.map(\.item))
            let answer = await send(batch).answer
            heed(answer)
            let left = unsettled(taken, answer)
            items.putBack(left)
            log(.warning, .debug, "\(taken.count - left.count) items of the lane \(lane.name) were sent from memory")
            if left.count == taken.count { return }
        }
    }

    /// Waits or stops as the receiver asks. Nothing of it can be stored now.
    private func heed(_ answer: LaneAnswer) {
        switch answer {
        case .trouble(_, let wait?), .busy(_, let wait?):
            let until = environment.uptime() + wait
            state.withLock { $0.unstoredNotBefore = until }
        case .shutOut, .unauthorised: state.withLock { $0.isPaused = true }
        default: break
        }
    }

    /// Whether items are being sent from memory.
    var isSendingUnstored: Bool { state.withLock { $0.unstored != nil } }

    /// The items for which there is no verdict.
    private func unsettled(_ taken: [PendingItem], _ answer: LaneAnswer) -> [PendingItem] {
        guard case .settled(let verdicts) = answer, verdicts.count == taken.count else { return taken }
        state.withLock { state in
            for verdict in verdicts {
                switch verdict {
                case .posted: state.unstoredPosted += 1
                case .refused: state.unstoredRefused += 1
                case .again, .unreachable, .undecided: break
                }
            }
        }
        return zip(taken, verdicts).compactMap { item, verdict in
            switch verdict {
            case .posted, .refused: nil
            case .again, .unreachable, .undecided: item
            }
        }
    }
}

extension LaneStore {
    fileprivate func takeUntried(limit: Int) -> [PendingItem] {
        writer?.state.withLock { $0.takeUntried(of: self, limit: limit) } ?? []
    }

    fileprivate func putBack(_ items: [PendingItem]) {
        guard let writer, !items.isEmpty else { return }
        let tried = items.map { item in
            var item = item
            item.wasTried = true
            return item
        }
        writer.state.withLock { $0.putBack(tried, of: self) }
        writer.schedule(urgent: false)
    }
}

extension OutboxBatch {
    /// A batch of items that are only in memory; no verdict is stored for it.
    fileprivate init(unstored items: [NewItem]) {
        let made = items.map { item in
            var body: [UInt8] = []
            item.encode(nil, &body)
            return Item(number: 0, id: item.id, body: Data(body), attempts: 0)
        }
        self.init(items: made, lease: 0, clockStep: .zero)
    }
}
