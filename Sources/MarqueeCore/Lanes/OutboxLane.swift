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

    /// Makes a request of a batch. Called once more for the same batch after ``LaneAnswer/unauthorised(_:)``.
    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest

    /// - Parameter answer: the result of the request; an error status is a `success` here.
    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer
}

/// What a lane makes of a batch.
package enum LaneRequest: Sendable {
    case send(TransportRequest)
    /// No request can be made now; what this means for the batch is what the answer to a request would mean.
    case notNow(LaneAnswer)
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
    /// The maximum number of bytes of an item; a larger one is not stored.
    package var itemBytes: Int
    /// Whether items that cannot be stored are sent from memory once.
    package var sendsUnstored: Bool
    /// The maximum number of parallel requests. It is 1 for a lane whose order matters.
    package var requests: Int
    /// How long posted and failed items are kept, about the newest 10,000 of them. An item that is posted while 10,000 items
    /// wait behind it is not kept. If it is `nil`, posted items are counted and
    /// removed at once, and the newest 1,000 failed items are kept.
    package var keepsSettled: Duration?

    package init(
        purpose: Consent.Purpose = .behaviour, schedule: LaneSchedule, retry: RetryPolicy = RetryPolicy(),
        limits: OutboxLimits = OutboxLimits(),
        batchItems: Int, batchBytes: Int = 1_048_576, itemBytes: Int = 65_536, sendsUnstored: Bool = false,
        requests: Int = 1, keepsSettled: Duration? = nil
    ) {
        self.purpose = purpose
        self.schedule = schedule
        self.retry = retry
        self.limits = limits
        self.batchItems = batchItems
        self.batchBytes = batchBytes
        self.itemBytes = itemBytes
        self.sendsUnstored = sendsUnstored
        self.requests = requests
        self.keepsSettled = keepsSettled
    }
}
