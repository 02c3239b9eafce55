/// The counts of one lane of the outbox since the install.
///
/// The counts are stored on disk and include every lost item.
public struct OutboxCounts: Sendable, Hashable {
    /// Why items were dropped; the raw values are stable, and the event `events_dropped` contains them.
    public enum DropReason: String, Sendable, CaseIterable {
        /// More items than ``OutboxLimits/events``.
        case count
        /// More bytes than ``OutboxLimits/bytes``.
        case bytes
        /// Older than ``OutboxLimits/age``, or older than the item's own lifetime.
        case age
        /// More events in memory than ``OutboxLimits/pending`` while the disk could not be written.
        case memory
        /// The event's name, number of properties or size is invalid.
        case invalid
        /// The receiver refused the item, or every attempt to send it failed.
        case failed
        /// The file was damaged. The number of its events is unknown, so each damaged file counts as one.
        case damage
    }

    /// Items that are ready to be sent, or being sent.
    public var notPosted = 0
    /// The encoded bytes of all unsent items: ``notPosted``, ``hold`` and ``expired``.
    public var notPostedBytes = 0
    /// Items that the receiver acknowledged since the install.
    public var posted = 0
    /// Failed items that are kept for inspection and not sent again.
    public var failed = 0
    /// Items that wait for the rest of their values.
    public var hold = 0
    /// Items that were not completed in time and are ready to be sent without the missing values.
    public var expired = 0
    /// Items that became too old to be sent and are kept for inspection.
    public var aged = 0
    /// Items dropped since the install, by reason.
    public var dropped: [DropReason: Int] = [:]
    /// The last sequence number in use.
    public var lastSequence: Int64 = 0

    /// The counts of an empty lane.
    public init() {}
}
