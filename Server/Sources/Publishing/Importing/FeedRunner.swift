public import Foundation
public import MarqueeWire
public import PlatformStore

/// Runs stored content sources, on demand and when they are due, and records how each run ended.
public struct FeedRunner: Sendable {
    private let platform: Platform
    private let importer: ContentImporter
    private let publisher: Publisher
    private let now: @Sendable () -> Timestamp

    /// Imports through `importer`; `publisher` makes the release after a run of a source that publishes automatically.
    public init(
        platform: Platform, importer: ContentImporter, publisher: Publisher,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.platform = platform
        self.importer = importer
        self.publisher = publisher
        self.now = now
    }

    /// Imports one source.
    ///
    /// A failure is recorded with its cause and leaves the content as it was. The source's next run is scheduled before
    /// this one begins, so that a run that crashes the process is not repeated at once by the next process.
    public func run(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedRun {
        try await platform.feeds.claim(source, at: now())
        return try await runClaimed(source, by: who)
    }

    private func runClaimed(_ source: FeedSourceRecord, by who: String) async throws(StoreError) -> FeedRun {
        let started = now()
        let title = try await platform.content.hub(source.hub, app: source.app)?.title ?? source.hub
        let request = ImportRequest(
            source: source.location, kind: source.kind, app: source.app, hub: title, hubID: source.hub,
            channel: source.channel, who: who)
        let run: FeedRun
        do {
            let report = try await importer.run(request)
            var problems = report.problems.prefix(999).map(\.description)
            if source.publishes, report.changes > 0 { problems += await publish(source, by: who) }
            run = FeedRun(
                started: started, finished: now(), failure: nil, added: report.added.count,
                changed: report.changed.count, unchanged: report.unchanged, removed: report.removed.count,
                problems: problems)
        } catch {
            run = FeedRun(started: started, finished: now(), failure: error.message)
        }
        try await platform.feeds.record(run, of: source.id, app: source.app)
        return run
    }

    /// Runs every source that is due; if one run cannot be recorded, the others still run.
    /// - Returns: each source with its run.
    public func runDue() async throws(StoreError) -> [(source: FeedSourceRecord, run: FeedRun)] {
        var runs: [(source: FeedSourceRecord, run: FeedRun)] = []
        var failure: StoreError?
        let time = now()
        while let source = try await platform.feeds.claimDue(at: time) {
            do { runs.append((source, try await runClaimed(source, by: "feed \(source.id)"))) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return runs
    }

    /// - Returns: the reason when the release could not be made, as a problem of the run.
    private func publish(_ source: FeedSourceRecord, by who: String) async -> [String] {
        do {
            let scope = try Scope(app: source.app)
            let outcome = try await publisher.publishUnlessRestored(scope, note: "feed \(source.id)", by: who)
            return outcome == nil
                ? ["imported, but not published: devices show an earlier release again until a person publishes"] : []
        } catch let error as PublishingError {
            return ["imported, but not published: \(error.message)"]
        } catch {
            return ["imported, but not published"]
        }
    }
}
