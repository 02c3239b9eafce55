import MarqueeWire

/// The answer to a submission of universal events.
///
/// Senders that know nothing of verdicts read only the status.
public struct SubmissionReceipt: Sendable, Hashable, Decodable {
    /// An event that was not stored and never can be.
    public struct Rejection: Sendable, Hashable, Decodable {
        /// The event's place in the submission, from 0.
        public let index: Int
        /// One sentence that names the fault.
        public let reason: String

        /// A place and the fault of the event there.
        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }

    /// Events that are stored, or were stored before.
    public let accepted: Int
    /// In the order of the submission.
    public let rejected: [Rejection]

    /// Creates a receipt of all events of a submission.
    public init(accepted: Int, rejected: [Rejection]) {
        self.accepted = accepted
        self.rejected = rejected
    }

    /// The answer as it is sent. Written by hand, as ``MarqueeWire/EventReceipt`` is.
    public var json: String {
        let list = rejected.map {
            #"{"index":\#($0.index),"reason":\#(String(decoding: JSONValue.text($0.reason).bytes, as: UTF8.self))}"#
        }
        return #"{"accepted":\#(accepted),"rejected":[\#(list.joined(separator: ","))]}"#
    }

    /// Whether there were events and none of them was accepted.
    public var isRefusal: Bool { accepted == 0 && !rejected.isEmpty }
}
