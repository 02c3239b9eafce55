public import MarqueeWire

/// A range of sequence numbers of an install's lane of which events did not arrive.
///
/// A device numbers its events before it sends them, so a number that is missing is an event that was lost, or that has
/// yet to arrive. The gap closes when it does.
public struct SequenceGap: Sendable, Hashable {
    /// The install; the hash of its id if that is longer than 64 bytes.
    public let install: String
    /// As in `EventBatch.lane`; `nil` for the lane of events.
    public let lane: String?
    /// The first missing number.
    public let first: Int64
    /// The last missing number.
    public let last: Int64
    /// How many numbers of the range are missing: all of them, except in the joined range that the oldest gaps become when
    /// an install has more than a hundred.
    public let missing: Int64
    /// When an event with a higher number arrived.
    public let since: Timestamp

    /// A gap and when it was noticed.
    public init(install: String, lane: String?, first: Int64, last: Int64, missing: Int64, since: Timestamp) {
        self.install = install
        self.lane = lane
        self.first = first
        self.last = last
        self.missing = missing
        self.since = since
    }
}
