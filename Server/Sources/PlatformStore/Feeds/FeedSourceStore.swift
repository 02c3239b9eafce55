public import MarqueeWire

/// Content sources and the results of their runs.
public protocol FeedSourceStore: Sendable {
    /// All sources of an app, by id.
    func sources(app: String) async throws(StoreError) -> [FeedSourceRecord]

    func source(_ id: String, app: String) async throws(StoreError) -> FeedSourceRecord?

    func create(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedSourceRecord

    func update(_ source: FeedSourceRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> FeedSourceRecord

    /// Removes the source and its runs; the imported articles stay.
    func remove(_ id: String, app: String, by who: String) async throws(StoreError)

    /// Takes the scheduled source that has been due for the longest time and sets its next time, so that only one of
    /// several processes runs it, and a process that dies takes no other source with it.
    /// - Returns: `nil` when none is due.
    func claimDue(at now: Timestamp) async throws(StoreError) -> FeedSourceRecord?

    /// Sets the next time of a source that is about to run, whether or not it is due. A source without an interval gets
    /// no next time.
    func claim(_ source: FeedSourceRecord, at now: Timestamp) async throws(StoreError)

    /// Adds a run to a source's history; the last 100 runs are kept.
    func record(_ run: FeedRun, of id: String, app: String) async throws(StoreError)

    /// The runs of a source, newest first.
    func runs(of id: String, app: String, limit: Int) async throws(StoreError) -> [FeedRun]
}
