public import MarqueeWire

/// Content sources and what their runs came to.
public protocol FeedSourceStore: Sendable {
    /// By id.
    func sources(app: String) async throws(StoreError) -> [FeedSourceRecord]

    func source(_ id: String, app: String) async throws(StoreError) -> FeedSourceRecord?

    func create(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedSourceRecord

    func update(_ source: FeedSourceRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> FeedSourceRecord

    /// Removes the source and its runs; what it imported stays.
    func remove(_ id: String, app: String, by who: String) async throws(StoreError)

    /// Takes the scheduled sources whose time has come and sets each one's next time, so that of several processes one
    /// runs it.
    func claimDue(at now: Timestamp) async throws(StoreError) -> [FeedSourceRecord]

    /// Sets the next time of a source that is about to run, whether or not its time has come; one without an interval
    /// stays without.
    func claim(_ source: FeedSourceRecord, at now: Timestamp) async throws(StoreError)

    /// Adds a run to a source's history, of which the last 100 are kept.
    func record(_ run: FeedRun, of id: String, app: String) async throws(StoreError)

    /// Newest first.
    func runs(of id: String, app: String, limit: Int) async throws(StoreError) -> [FeedRun]
}
