package import MarqueeWire

/// One way out of the outbox: when it sends, how a batch becomes a request, what the answer means, how it retries.
///
/// A capability brings its lanes to ``Core/addLane(_:)``. Lanes share a file and nothing else: none waits for another's
/// receiver, and a flood in one takes no room from the others.
package protocol OutboxLane: Sendable {
    /// Kept in the file; never changes, and is unique.
    var name: String { get }
    var rules: LaneRules { get }
    /// Whether there is anywhere to send to. Items are stored and wait while there is not.
    var isConfigured: Bool { get }

    /// - Returns: `nil` when no request can be made of the batch now; that counts as trouble that passes.
    func request(for batch: OutboxBatch, now: Timestamp) async -> TransportRequest?

    /// - Parameter answer: whatever came of the request, an error status included.
    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer
}

/// The bounds and habits of a lane.
package struct LaneRules: Sendable, Hashable {
    /// What the lane sends for; refusing it deletes the lane's items.
    package var purpose: Consent.Purpose
    package var schedule: LaneSchedule
    package var retry: RetryPolicy
    package var limits: OutboxLimits
    /// The most items of one request.
    package var batchItems: Int
    /// The most bytes of one request's items; a single item that is larger travels alone.
    package var batchBytes: Int
    /// How many requests may be under way at once. A lane whose order matters has 1.
    package var requests: Int
    /// How long posted and failed items are kept. `nil`: posted ones are counted and removed at once, and failed ones
    /// kept by number alone.
    package var keepsSettled: Duration?

    package init(
        purpose: Consent.Purpose = .behaviour, schedule: LaneSchedule, retry: RetryPolicy = RetryPolicy(), limits: OutboxLimits = OutboxLimits(),
        batchItems: Int, batchBytes: Int = 1_048_576, requests: Int = 1, keepsSettled: Duration? = nil
    ) {
        self.purpose = purpose
        self.schedule = schedule
        self.retry = retry
        self.limits = limits
        self.batchItems = batchItems
        self.batchBytes = batchBytes
        self.requests = requests
        self.keepsSettled = keepsSettled
    }
}
