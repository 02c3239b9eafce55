/// The account of one lane of the outbox, from the install until now.
///
/// Kept on disk. Every item that was lost is counted here.
public struct OutboxCounts: Sendable, Hashable {
    /// Why items were dropped; the raw values are stable and travel in `events_dropped`.
    public enum DropReason: String, Sendable, CaseIterable {
        /// More than ``OutboxLimits/events``.
        case count
        /// More than ``OutboxLimits/bytes``.
        case bytes
        /// Older than ``OutboxLimits/age``, or than the item's own expiry.
        case age
        /// More than ``OutboxLimits/pending`` while the disk took no writes.
        case memory
        /// Outside the form an event must have: name, number of properties, size.
        case invalid
        /// The file was damaged; how many events it held is not known, so each damaged file counts one.
        case damage
    }

    /// Ready to be sent, or being sent.
    public var notPosted = 0
    /// Encoded bytes of everything unsent: ``notPosted``, ``hold`` and ``expired``.
    public var notPostedBytes = 0
    /// Acknowledged by the receiver, since the install.
    public var posted = 0
    /// Not sent again, and still kept for inspection.
    public var failed = 0
    /// Waiting for their values to be completed.
    public var hold = 0
    /// Not completed in time, and ready to be sent as they are.
    public var expired = 0
    /// Too old to be sent, and still kept for inspection.
    public var aged = 0
    /// Since the install.
    public var dropped: [DropReason: Int] = [:]
    /// The last sequence number in use.
    public var lastSequence: Int64 = 0

    /// Counts of an empty lane.
    public init() {}
}
