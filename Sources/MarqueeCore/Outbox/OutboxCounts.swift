/// An outbox's account of everything it ever took in.
///
/// Kept on disk; nothing is lost without standing here.
public struct OutboxCounts: Sendable, Hashable {
    /// Why events were dropped; the raw values are stable and travel in `events_dropped`.
    public enum DropReason: String, Sendable, CaseIterable {
        /// More than ``OutboxLimits/events``.
        case count
        /// More than ``OutboxLimits/bytes``.
        case bytes
        /// Older than ``OutboxLimits/age``.
        case age
        /// More than ``OutboxLimits/pending`` while the disk took no writes.
        case memory
        /// Outside the form an event must have: name, number of properties, size.
        case invalid
        /// The file was damaged; how many events it held is not known, so each damaged file counts one.
        case damage
    }

    /// Waiting to be sent.
    public var notPosted = 0
    /// Encoded bytes of those.
    public var notPostedBytes = 0
    /// Acknowledged by the server, since the install.
    public var posted = 0
    /// Refused by the server and still kept for inspection.
    public var failed = 0
    /// Waiting for their values to be completed.
    public var hold = 0
    /// Expired and still kept for inspection.
    public var expired = 0
    /// Since the install.
    public var dropped: [DropReason: Int] = [:]
    /// The sequence number given last.
    public var lastSequence: Int64 = 0

    /// Counts of an empty outbox.
    public init() {}
}
