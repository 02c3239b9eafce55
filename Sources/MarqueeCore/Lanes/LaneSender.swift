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
        /// Why the last request ended the sending; `nil` after a request that was answered.
        var obstacle: String?
        /// The sleep before the next request, while items are kept back by a failure.
        var sleep: Task<Void, any Error>?
        /// Sends items from memory.
        var unstored: Task<Void, Never>?
        /// The uptime before which no item is sent from memory, because the receiver asked for it.
        var unstoredNotBefore = Duration.zero
        /// Requests whose answers could not be stored, one for each of the lane's parallel requests at most.
        var unsettled: [Unsettled] = []
        /// How many items were answered that were sent from memory.
        var unstoredPosted = 0
        var unstoredRefused = 0
        var isStopped = false
    }

    /// A request whose answer could not be stored. Its items keep their lease until the answer is stored.
    struct Unsettled: Sendable {
        let batch: OutboxBatch
        let reply: Reply
    }

    /// After more refusals in a row than this, the receiver is more likely at fault than the items.
    static let mostRefusedAlone = 3

    let lane: any OutboxLane
    /// The lane's items on disk.
    package let items: LaneStore
    let environment: Environment
    let log: Log
    let state: Locked<State>
    let consent: Consent
    /// Reasons to look at the lane's items, each with whether they may be sent at once.
    private let changes: AsyncStream<Bool>
    private let changed: AsyncStream<Bool>.Continuation

    init(_ lane: any OutboxLane, items: LaneStore, environment: Environment, consent: Consent, log: Log) {
        self.lane = lane
        self.items = items
        self.environment = environment
        self.consent = consent
        self.log = log
        state = Locked(State(batchItems: lane.rules.batchItems))
        (changes, changed) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        items.observe { [changed] in changed.yield(true) }
        if lane.rules.sendsUnstored {
            items.observeFailures { [weak self] in Task { await self?.sendUnstored() } }
        }
    }

    deinit {
        changed.finish()
    }

    /// Sends the items that are due.
    ///
    /// A call during another call waits for its result, and sends what that one may have missed. Makes no request if there
    /// is nothing to send.
    @discardableResult
    public func drain() async -> UploadOutcome { await drain(endsWithCaller: false) }

    /// - Parameter endsWithCaller: whether nothing is sent for a caller whose task is cancelled.
    private func drain(endsWithCaller: Bool) async -> UploadOutcome {
        var (outcome, hasJoined) = await sendDue(endsWithCaller: endsWithCaller)
        if hasJoined, outcome.allowsAnother, ((try? items.outlook().due) ?? 0) > 0 {
            outcome = await sendDue(endsWithCaller: endsWithCaller).outcome
        }
        // What failed is sent again after a time, also when nothing else happens.
        if obstacle != nil { changed.yield(false) }
        return outcome
    }

    /// - Returns: the outcome, and whether it is that of a call that ran already.
    private func sendDue(endsWithCaller: Bool = false) async -> (outcome: UploadOutcome, hasJoined: Bool) {
        let (task, hasJoined) = state.withLock { state in
            if let current = state.current { return (current, true) }
            let task = Task { await self.sendAll() }
            state.current = task
            return (task, false)
        }
        if endsWithCaller, Task.isCancelled { task.cancel() }
        return (await task.value, hasJoined)
    }

    /// Why the last request ended the sending; `nil` if items are not kept back by a failure.
    package var obstacle: String? { state.withLock { $0.obstacle } }

    /// Sends once at the beginning and then by the lane's schedule, until the task is cancelled.
    func run() async {
        let (outcome, _) = await sendDue()
        // Items of an earlier launch cause no change notification in this one. Items that came in behind the first
        // request are sent as if it had not been.
        await sendWhileItemsWait(hurry: outcome.allowsHurry || outcome == .nothingToSend)
        for await hurry in changes { await sendWhileItemsWait(hurry: hurry) }
    }

    /// The app is visible to its user again: the lane tries again, even if the receiver refused this app before.
    func resume() {
        state.withLock { $0.isPaused = false }
        changed.yield(true)
    }

    /// The app left the screen.
    func enteredBackground() async {
        if lane.rules.schedule.sendsInBackground { _ = await drain(endsWithCaller: true) }
    }

    /// The network is available again.
    func networkReturned() async {
        guard lane.rules.schedule.sendsOnReconnect else { return }
        try? items.networkReturned()
        await drain()
    }

    /// Cancels the running requests; their items wait again, those that are only in memory too.
    func stop() async {
        changed.finish()
        let (task, unstored) = state.withLock { state in
            state.isStopped = true
            return (state.current, state.unstored)
        }
        task?.cancel()
        unstored?.cancel()
        _ = await task?.value
        await unstored?.value
    }

    /// - Parameter hurry: whether the first request may be sent before the period ends.
    private func sendWhileItemsWait(hurry: Bool) async {
        var hurry = hurry
        while !Task.isCancelled, lane.isConfigured, !state.withLock({ $0.isPaused }),
            let pause = pause(hurry: hurry)
        {
            let isOver = await sleep(pause)
            guard !Task.isCancelled else { return }
            // What had failed was sent meanwhile: other items wait for their number again.
            hurry = isOver ? true : await sendDue().outcome.allowsHurry
        }
    }

    /// Sleeps before the next request. A lane that waits for a number of items wakes as soon as what had failed is sent.
    /// - Returns: whether that happened.
    private func sleep(_ pause: Duration) async -> Bool {
        guard pause > .zero else { return false }
        let waits = obstacle != nil && lane.rules.schedule.count != nil
        let task = Task { try await environment.sleep(pause) }
        let isOver = state.withLock { state in
            if waits { state.sleep = task }
            return waits && state.obstacle == nil
        }
        if isOver { task.cancel() }
        await withTaskCancellationHandler {
            _ = try? await task.value
        } onCancel: {
            task.cancel()
        }
        return state.withLock { state in
            state.sleep = nil
            return waits && state.obstacle == nil
        }
    }

    /// How long to wait before the next request; `nil` if nothing is to be sent or stored.
    private func pause(hurry: Bool) -> Duration? {
        let schedule = lane.rules.schedule
        if state.withLock({ !$0.unsettled.isEmpty }) { return schedule.period }
        guard var outlook = try? items.outlook() else { return nil }
        // A network that is away is no attempt of the items.
        let hasFailed = obstacle != nil
        if hasFailed { outlook.hasTried = true }
        return schedule.pause(before: outlook, hurry: hurry && !hasFailed)
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
                try settleEarlier(&progress)
                progress.end = try reasonToStop()
                guard progress.end == nil else { break }
                let limit = state.withLock { $0.batchItems }
                guard let batch = try items.lease(limit: limit, bytes: lane.rules.batchBytes) else { break }
                progress.end = try apply(Unsettled(batch: batch, reply: await send(batch)))
                if progress.end == nil { progress.sent += batch.items.count }
            } catch {
                log(.error, .debug, "the lane \(lane.name) could not send: \(error.message)")
                progress.end = .storageFailed
            }
        }
        return progress
    }

    /// Stores the answers to earlier requests that could not be stored then. ``reasonToStop()`` has what they ask for.
    private func settleEarlier(_ progress: inout Progress) throws(MarqueeError) {
        while let earlier = state.withLock({ $0.unsettled.popLast() }) {
            if try apply(earlier) == nil { progress.sent += earlier.batch.items.count }
        }
    }

    /// Stores the answer to a request, or keeps it in memory if the disk cannot be written.
    /// - Returns: the outcome if sending must end; `nil` if sending continues.
    private func apply(_ request: Unsettled) throws(MarqueeError) -> UploadOutcome? {
        do throws(MarqueeError) {
            return try apply(request.reply, to: request.batch)
        } catch {
            state.withLock { $0.unsettled.append(request) }
            changed.yield(true)
            throw error
        }
    }

    private func reasonToStop() throws(MarqueeError) -> UploadOutcome? {
        if !consent.isGranted(lane.rules.purpose) { return .refused }
        if !lane.isConfigured { return .notConfigured }
        if state.withLock({ $0.isPaused }) { return .paused }
        let wait = try items.wait()
        return wait > .zero ? .postponed(wait) : nil
    }

    /// What became of the request for a batch.
    struct Reply: Sendable {
        let answer: LaneAnswer
        /// Whether a request left the device, so that the batch was in flight. A request without a connection did not.
        let wasSent: Bool

        init(_ answer: LaneAnswer, wasSent: Bool) {
            self.answer = answer
            self.wasSent = wasSent
        }
    }

    /// Sends a batch, and once more if its credentials are refused.
    func send(_ batch: OutboxBatch) async -> Reply {
        let reply = await exchange(batch)
        guard case .unauthorised(let reason) = reply.answer else { return reply }
        log(.info, .debug, "the lane \(lane.name) asks for new credentials: \(reason)")
        let second = await exchange(batch)
        let wasSent = reply.wasSent || second.wasSent
        guard case .unauthorised(let reason) = second.answer else { return Reply(second.answer, wasSent: wasSent) }
        return Reply(.shutOut(reason), wasSent: wasSent)
    }

    private func exchange(_ batch: OutboxBatch) async -> Reply {
        let made = await lane.request(for: batch, now: environment.now())
        // Checked again, because consent may have been refused while the request was made.
        guard consent.isGranted(lane.rules.purpose), !Task.isCancelled else { return Reply(.cancelled, wasSent: false) }
        let request: TransportRequest
        switch made {
        case .send(let made): request = made
        case .notNow(let answer): return Reply(answer, wasSent: false)
        }
        let answer: Result<TransportResponse, TransportError>
        var wasSent = true
        do throws(TransportError) {
            answer = .success(try await environment.transport.send(request))
        } catch {
            if error.code == .cancelled { return Reply(.cancelled, wasSent: true) }
            wasSent = error.code.leftDevice
            log(.info, .debug, "a request of the lane \(lane.name) has no response: \(error)")
            answer = .failure(error)
        }
        return Reply(lane.read(answer, to: batch, now: environment.now()), wasSent: wasSent)
    }
}

extension TransportError.Code {
    /// Whether the request itself was sent; not if there was no connection, or no trusted one.
    fileprivate var leftDevice: Bool {
        switch self {
        case .unreachable, .untrusted, .insecureURL: false
        case .interrupted, .deadlineExceeded, .bodyTooLarge, .redirectRefused, .cancelled: true
        }
    }
}

extension UploadOutcome {
    /// Whether a further request makes sense now: no answer ended this one.
    fileprivate var allowsAnother: Bool {
        switch self {
        case .sent, .nothingToSend: true
        case .postponed, .unreachable, .paused, .notConfigured, .refused, .storageFailed: false
        }
    }

    /// Whether the next request may follow at once: items left the lane, or the lane waits as long as it should anyway.
    fileprivate var allowsHurry: Bool {
        switch self {
        case .sent, .postponed: true
        case .nothingToSend, .unreachable, .paused, .notConfigured, .refused, .storageFailed: false
        }
    }
}
