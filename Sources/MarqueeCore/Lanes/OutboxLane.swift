package import MarqueeWire

/// The rules of one lane of the outbox: when to send, how a batch becomes a request, what an answer means, and when to
/// retry.
///
/// A capability passes its lanes to ``Core/addLane(_:)``. Lanes share only a file. No lane waits for the receiver of
/// another lane, and many items in one lane take no space from the others.
package protocol OutboxLane: Sendable {
    /// Unique; stored in the file and never changed.
    var name: String { get }
    var rules: LaneRules { get }
    /// Whether the lane has a receiver. Without a receiver, items are stored and wait.
    var isConfigured: Bool { get }

    /// - Returns: `nil` if no request can be made from the batch now; this counts as a temporary failure.
    func request(for batch: OutboxBatch, now: Timestamp) async -> TransportRequest?

    /// - Parameter answer: the result of the request; an error status is a `success` here.
    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer
}

/// The limits and times of a lane.
package struct LaneRules: Sendable, Hashable {
    /// The purpose of the lane's requests. If the user refuses it, the lane's items are deleted.
    package var purpose: Consent.Purpose
    package var schedule: LaneSchedule
    package var retry: RetryPolicy
    package var limits: OutboxLimits
    /// The maximum number of items in one request.
    package var batchItems: Int
    /// The maximum number of item bytes in one request; a single larger item gets its own request.
    package var batchBytes: Int
    /// The maximum number of parallel requests. It is 1 for a lane whose order matters.
    package var requests: Int
    /// How long posted and failed items are kept. If it is `nil`, posted items are counted and removed at once, and the
    /// newest 1,000 failed items are kept.
    package var keepsSettled: Duration?

    package init(
        purpose: Consent.Purpose = .behaviour, schedule: LaneSchedule, retry: RetryPolicy = RetryPolicy(),
        limits: OutboxLimits = OutboxLimits(),
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
