import Foundation
import MarqueeWire

/// Sends what lies in the outbox, oldest first, one batch in flight, until nothing is left or something stops it.
public final class Uploader: Sendable {
    /// Where and how much.
    struct Settings: Sendable {
        /// `nil`: nothing is ever sent.
        var endpoint: URL?
        var period: Duration
        var batchEvents: Int
        /// Encoded bytes of one batch before compression.
        var batchBytes = 1_048_576
        var deadline = Duration.seconds(30)
    }

    struct State {
        var current: Task<UploadOutcome, Never>?
        var isPaused = false
        /// Events of the next batch: halved while a batch is refused whole, grown again while batches succeed.
        var batchEvents: Int
        /// Single events set aside in a row without one success between them.
        var isolated = 0
    }

    /// After so many single events refused in a row it is more likely the server than the events.
    static let mostIsolated = 3
    private static let largestReceipt = 1_048_576

    let settings: Settings
    let outbox: Outbox
    let environment: Environment
    let log: Log
    let state: Locked<State>
    private let consent: Consent
    private let advertiser: Advertiser
    private let body: BatchBody

    init(
        _ settings: Settings, outbox: Outbox, environment: Environment, consent: Consent, advertiser: Advertiser,
        log: Log, install: String
    ) {
        self.settings = settings
        self.outbox = outbox
        self.environment = environment
        self.consent = consent
        self.advertiser = advertiser
        self.log = log
        body = BatchBody(install: install, sdk: Core.version)
        state = Locked(State(batchEvents: settings.batchEvents))
    }

    /// Sends what is waiting.
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

    /// Runs until it is cancelled: once at the beginning, then every period while there is something to send.
    func run() async {
        await drain()
        // What an earlier launch left is no commit of this one.
        await sendEveryPeriod()
        for await _ in outbox.maySend { await sendEveryPeriod() }
    }

    /// Tries again although the server shut this app out earlier.
    func resume() {
        state.withLock { $0.isPaused = false }
        outbox.lookAgain()
    }

    /// Ends what is being sent; its events wait again.
    func stop() async {
        let task = state.withLock { $0.current }
        task?.cancel()
        _ = await task?.value
    }

    private func sendEveryPeriod() async {
        while !Task.isCancelled, isLetIn, hasEvents {
            let wait = (try? outbox.store.retry().remaining(at: environment.now())) ?? .zero
            do {
                try await environment.sleep(max(settings.period, wait))
            } catch {
                return
            }
            await drain()
        }
    }

    private var isLetIn: Bool { settings.endpoint != nil && !state.withLock { $0.isPaused } }

    private var hasEvents: Bool { ((try? outbox.counts().notPosted) ?? 0) > 0 }

    private func sendAll() async -> UploadOutcome {
        defer { state.withLock { $0.current = nil } }
        var sent = 0
        while true {
            do throws(MarqueeError) {
                if let stop = try stopped() { return stop }
                guard
                    let batch = try outbox.store.lease(
                        limit: state.withLock { $0.batchEvents }, bytes: settings.batchBytes)
                else { return sent == 0 ? .nothingToSend : .sent(sent) }
                let answer = await post(batch)
                if let end = try apply(answer, to: batch) { return end }
                sent += batch.entries.count
            } catch {
                log(.error, .debug, "the outbox could not be sent: \(error.message)")
                return .storageFailed
            }
        }
    }

    /// Why nothing may be sent now.
    private func stopped() throws(MarqueeError) -> UploadOutcome? {
        if !consent.isGranted { return .refused }
        if settings.endpoint == nil { return .notConfigured }
        if state.withLock({ $0.isPaused }) { return .paused }
        let wait = try outbox.store.retry().remaining(at: environment.now())
        return wait > .zero ? .postponed(wait) : nil
    }

    private func post(_ batch: OutboxBatch) async -> UploadAnswer {
        guard let endpoint = settings.endpoint else { return .cancelled }
        let sent = environment.now() + (.zero - batch.clockStep)
        let advertiser = await advertiser.id()
        // The server refuses a batch with a longer one as a whole.
        let isShort = advertiser.map { EventBatch.advertiserSize.contains($0.utf8.count) } ?? false
        let json = body.json(batch, sent: sent, advertiser: isShort ? advertiser : nil)
        // Asked again at the last moment: consent may have been refused while the batch was made.
        guard consent.isGranted, !Task.isCancelled, let member = try? Gzip.compress(json) else { return .cancelled }
        let request = TransportRequest(
            "POST", endpoint, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: member,
            maximumBodySize: Self.largestReceipt, deadline: settings.deadline)
        do throws(TransportError) {
            return UploadAnswer(try await environment.transport.send(request), now: environment.now().date)
        } catch {
            return UploadAnswer(error)
        }
    }
}
