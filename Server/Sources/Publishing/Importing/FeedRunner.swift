public import Foundation
public import MarqueeWire
public import PlatformStore

/// Runs stored content sources, on demand and when their time has come, and records how each run ended.
public struct FeedRunner: Sendable {
    private let platform: Platform
    private let importer: ContentImporter
    private let now: @Sendable () -> Timestamp

    public init(
        platform: Platform, importer: ContentImporter, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.platform = platform
        self.importer = importer
        self.now = now
    }

    /// Imports one source. A failure is recorded with its cause and leaves the content as it was.
    public func run(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedRun {
        let started = now()
        let title = try await platform.content.hub(source.hub, app: source.app)?.title ?? source.hub
        let request = ImportRequest(
            source: source.location, kind: source.kind, app: source.app, hub: title, hubID: source.hub, who: who)
        let run: FeedRun
        do {
            let report = try await importer.run(request)
            run = FeedRun(
                started: started, finished: now(), failure: nil, added: report.added.count,
                changed: report.changed.count,
                unchanged: report.unchanged, removed: report.removed.count,
                problems: report.problems.prefix(1000).map(\.description))
        } catch {
            run = FeedRun(started: started, finished: now(), failure: error.message)
        }
        try await platform.feeds.record(run, of: source.id, app: source.app)
        return run
    }

    /// Runs every source whose time has come.
    public func runDue() async throws(StoreError) -> [FeedRun] {
        var runs: [FeedRun] = []
        for source in try await platform.feeds.claimDue(at: now()) { runs.append(try await run(source, by: source.id)) }
        return runs
    }
}
