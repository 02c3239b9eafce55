import MarqueeWire

/// Sends the items of one lane of the outbox, oldest first, until no item is due or an answer stops it.
public final class LaneSender: Sendable {
    struct State {
        var current: Task<UploadOutcome, Never>?
        var isPaused = false
        /// The size of the next batch: halved when a whole batch is refused, doubled when a batch succeeds.
        var batchItems: Int
        /// The number of single items refused in a row, without a success between them.
        var refusedAlone = 0
    }

    /// After more refusals in a row than this, the receiver is more likely at fault than the items.
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

    /// Sends the items that are due.
    ///
    /// A call during another call waits for the same result. Makes no request if there is nothing to send.
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

    /// Sends once at the beginning and then by the lane's schedule, until the task is cancelled.
    func run() async {
        let outcome = await drain()
        // Items of an earlier launch cause no change notification in this one.
        await sendWhileItemsWait(hurry: outcome.isProgress)
        for await _ in changes { await sendWhileItemsWait(hurry: true) }
    }

    /// The app is visible to its user again: the lane tries again, even if the receiver refused this app before.
    func resume() {
        state.withLock { $0.isPaused = false }
        changed.yield()
    }

    /// The app left the screen.
    func enteredBackground() async {
        if lane.rules.schedule.sendsInBackground { await drain() }
    }

    /// The network is available again.
    func networkReturned() async {
        guard lane.rules.schedule.sendsOnReconnect else { return }
        try? items.networkReturned()
        await drain()
    }

    /// Cancels the running request; its items wait again.
    func stop() async {
        changed.finish()
        let task = state.withLock { $0.current }
        task?.cancel()
        _ = await task?.value
    }

    /// - Parameter hurry: whether the first request may be sent before the period ends.
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

    /// The combined result of the lane's parallel requests.
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
                log(.error, .debug, "the lane \(lane.name) could not send: \(error.message)")
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
        // Checked again, because consent may have been refused while the request was made.
        guard consent.isGranted(lane.rules.purpose), !Task.isCancelled else { return .cancelled }
        guard let request else { return .trouble("the lane could not make a request", retryAfter: nil) }
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
    /// Whether items left the lane, so that the next request may follow at once.
    fileprivate var isProgress: Bool { if case .sent = self { true } else { false } }
}
