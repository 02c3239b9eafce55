import MarqueeWire

/// Sends what waits in one lane of the outbox, oldest first, until nothing is due or something stops it.
public final class LaneSender: Sendable {
    struct State {
        var current: Task<UploadOutcome, Never>?
        var isPaused = false
        /// Items of the next batch: halved while a batch is refused whole, doubled while batches succeed.
        var batchItems: Int
        /// Single items refused in a row without one success between them.
        var refusedAlone = 0
    }

    /// After so many single items refused in a row, the receiver is more likely at fault than the items.
    static let mostRefusedAlone = 3

    let lane: any OutboxLane
    /// The lane's items on disk.
    package let items: LaneStore
    let environment: Environment
    let log: Log
    let state: Locked<State>
    private let consent: Consent
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init(_ lane: any OutboxLane, items: LaneStore, environment: Environment, consent: Consent, log: Log) {
        self.lane = lane
        self.items = items
        self.environment = environment
        self.consent = consent
        self.log = log
        state = Locked(State(batchItems: lane.rules.batchItems))
        (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        items.observe { [changed] in changed.yield() }
    }

    deinit {
        changed.finish()
    }

    /// Sends what is due.
    ///
    /// A call during another one joins it. Makes no request when there is nothing to send.
    @discardableResult
    public func drain() async -> UploadOutcome {
        let task = state.withLock { state in
            if let current = state.current { return current }
            let task = Task { await self.sendAll() }
            state.current = task
            return task
        }
        return await task.value
    }

    /// Runs until it is cancelled: sends at the beginning, then by the lane's schedule while there is something to send.
    func run() async {
        let outcome = await drain()
        // Items of an earlier launch are no change of this one.
        await sendWhileItemsWait(hurry: outcome.isProgress)
        for await _ in changes { await sendWhileItemsWait(hurry: true) }
    }

    /// The app is back in front of its user: tries again although the receiver shut this app out.
    func resume() {
        state.withLock { $0.isPaused = false }
        changed.yield()
    }

    /// The app leaves its user.
    func enteredBackground() async {
        if lane.rules.schedule.sendsInBackground { await drain() }
    }

    /// The network is back.
    func networkReturned() async {
        guard lane.rules.schedule.sendsOnReconnect else { return }
        try? items.networkReturned()
        await drain()
    }

    /// Ends what is being sent; its items wait again.
    func stop() async {
        changed.finish()
        let task = state.withLock { $0.current }
        task?.cancel()
        _ = await task?.value
    }

    /// - Parameter hurry: whether the first request need not keep the period.
    private func sendWhileItemsWait(hurry: Bool) async {
        var hurry = hurry
        while !Task.isCancelled, lane.isConfigured, !state.withLock({ $0.isPaused }),
            let outlook = try? items.outlook(),
            let pause = lane.rules.schedule.pause(before: outlook, hurry: hurry)
        {
            do {
                if pause > .zero { try await environment.sleep(pause) }
            } catch {
                return
            }
            hurry = await drain().isProgress
        }
    }

    /// What the lane's requests, several at once, have come to.
    private struct Progress: Sendable {
        var sent = 0
        var end: UploadOutcome?
    }

    private func sendAll() async -> UploadOutcome {
        defer { state.withLock { $0.current = nil } }
        let progress = await withTaskGroup(of: Progress.self) { group in
            for _ in 0..<max(1, lane.rules.requests) { group.addTask { await self.sendOneByOne() } }
            return await group.reduce(into: Progress()) { total, part in
                total.sent += part.sent
                total.end = total.end ?? part.end
            }
        }
        return progress.end ?? (progress.sent == 0 ? .nothingToSend : .sent(progress.sent))
    }

    private func sendOneByOne() async -> Progress {
        var progress = Progress()
        while progress.end == nil {
            do throws(MarqueeError) {
                progress.end = try reasonToStop()
                guard progress.end == nil else { break }
                let limit = state.withLock { $0.batchItems }
                guard let batch = try items.lease(limit: limit, bytes: lane.rules.batchBytes) else { break }
                let answer = await send(batch)
                progress.end = try apply(answer, to: batch)
                if progress.end == nil { progress.sent += batch.items.count }
            } catch {
                log(.error, .debug, "the \(lane.name) could not be sent: \(error.message)")
                progress.end = .storageFailed
            }
        }
        return progress
    }

    private func reasonToStop() throws(MarqueeError) -> UploadOutcome? {
        if !consent.isGranted(lane.rules.purpose) { return .refused }
        if !lane.isConfigured { return .notConfigured }
        if state.withLock({ $0.isPaused }) { return .paused }
        let wait = try items.wait()
        return wait > .zero ? .postponed(wait) : nil
    }

    private func send(_ batch: OutboxBatch) async -> LaneAnswer {
        let request = await lane.request(for: batch, now: environment.now())
        // Asked again at the last moment: consent may have been refused while the request was made.
        guard consent.isGranted(lane.rules.purpose), !Task.isCancelled else { return .cancelled }
        guard let request else { return .trouble("no request could be made", retryAfter: nil) }
        let answer: Result<TransportResponse, TransportError>
        do throws(TransportError) {
            answer = .success(try await environment.transport.send(request))
        } catch {
            if error.code == .cancelled { return .cancelled }
            answer = .failure(error)
        }
        return lane.read(answer, to: batch, now: environment.now())
    }
}

extension UploadOutcome {
    /// Whether items left the lane, so that it may go on at once.
    fileprivate var isProgress: Bool { if case .sent = self { true } else { false } }
}
