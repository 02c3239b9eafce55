import MarqueeWire
import PlatformStore

/// The warehouse's log: single events, each once per id, and the projections that are folded with them.
///
/// `EventLogTests` describes the behaviour; every engine passes them. docs/warehouse.md says which promises another
/// engine may not keep.
protocol EventLog: Sendable {
    /// The positions in the spool up to which events were appended, as they were when the log was opened.
    var positions: [SpoolPosition] { get }

    /// Appends the events whose ids the log does not have, folds them, and stores the chunk's end.
    ///
    /// All of it happens or nothing. Batches that cannot be read are kept as dead letters.
    func append(_ chunk: EventChunk) async throws(StoreError) -> AppendResult

    /// A page of the events that a query matches.
    func events(_ query: EventQuery) async throws(StoreError) -> EventPage

    /// What the warehouse takes on disk.
    func usage() async throws(StoreError) -> WarehouseUsage

    /// Does one step of the ``Retention``; `false` when there is nothing to do.
    /// - Parameter isPressing: whether room is made until some of the quota is free.
    func trim(now: Timestamp, isPressing: Bool) async throws(StoreError) -> Bool

    /// Notes that a person is to be erased.
    func requestErasure(_ ids: PersonIDs, scope: Scope, now: Timestamp) async throws(StoreError) -> Int64

    /// Notes that the events of installs that opted out of placements are to be erased, and the place of the last of them
    /// among all opt-outs: both or nothing.
    func requestErasure(ofOptedOut installs: [Scope: [String]], through place: String, now: Timestamp)
        async throws(StoreError)

    /// The place that was noted last; `nil` before the first.
    func optOutPlace() async throws(StoreError) -> String?

    /// Does one step of the oldest erasure; `false` when there is nothing to do now.
    /// - Parameter oldestUnfolded: when the oldest batch arrived that is not appended yet.
    func erase(oldestUnfolded: Timestamp?, now: Timestamp) async throws(StoreError) -> Bool

    /// Removes a link at a time, or makes it hold again; returns whether there is such a link.
    func setLink(_ link: IdentityLink.Key, scope: Scope, removed: Timestamp?) async throws(StoreError) -> Bool

    /// Does one step of removing what need not be kept: names, batches that could not be read, and what each projection
    /// has of that kind.
    func tidy(now: Timestamp) async throws(StoreError) -> TidyStep
}
