import Collector
import MarqueeWire

/// Everything that the home page asks about what devices send.
struct Behaviour: Sendable {
    /// What was read on one day.
    struct DayFigures: Sendable {
        let day: Day
        let readers: Int
        let reads: Int
        /// How long a page was looked at, on average.
        let dwell: Duration
    }

    let collector: Collector

    func figures(of day: Day, scope: Scope) async throws -> DayFigures {
        let report = try await collector.reports.report(ReportQuery(scope: scope, by: .day, days: day...day))
        let totals = report.totals
        return DayFigures(day: day, readers: totals.readers, reads: totals.reads, dwell: totals.averageDwell)
    }

    /// The age of the oldest event that is not in the reports yet; `nil` when all are.
    func delay() async throws -> Duration? { try await collector.folding.statistics().oldestUnfoldedAge }

    /// How many events the latest device has sent; `nil` before a device has sent anything.
    func firstEvents(scope: Scope) async throws -> Int? {
        try await collector.reports.installs(scope: scope, limit: 1).first?.events
    }
}
