/// The server's answer to a batch: one verdict per event, in the batch's order.
public struct EventReceipt: Sendable, Hashable, Codable {
    /// What became of an event.
    public enum Verdict: String, Sendable, Codable {
        /// The event is on the server's disk, now or since an earlier batch. It will be counted exactly once.
        case accepted
        /// The event can never be accepted; the device sets it aside as failed and does not send it again.
        case rejected
    }

    /// The answer for one event.
    public struct Entry: Sendable, Hashable, Codable {
        /// The event's id as it was sent; `nil` when it had none that could be read.
        public let id: String?
        /// Whether it will be in the warehouse.
        public let verdict: Verdict
        /// Why an event was rejected; a sentence for a log.
        public let reason: String?

        /// Answers for an event.
        public init(id: String?, verdict: Verdict, reason: String? = nil) {
            self.id = id
            self.verdict = verdict
            self.reason = reason
        }
    }

    /// One for each event of the batch, in its order.
    public let verdicts: [Entry]

    /// Answers for a batch.
    public init(verdicts: [Entry]) {
        self.verdicts = verdicts
    }
}
