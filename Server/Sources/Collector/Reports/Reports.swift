import Dispatch
import Foundation
public import MarqueeWire
import PlatformStore

/// Answers the portal's questions from the rollups, one after the other; never looks at single events.
public struct Reports: Sendable {
    private let url: URL
    /// Whatever is asked for at the same time, reports take one core and no thread of those that answer requests.
    private let queue = DispatchQueue(label: "marquee.reports")

    init(warehouse url: URL) {
        self.url = url
    }

    /// Figures of one scope over a span of days, in rows as the query groups them.
    /// - Throws: ``PlatformStore/StoreError``.
    public func report(_ query: ReportQuery) async throws -> Report {
        try await BlockingWork.run(on: queue) { () throws(StoreError) in
            let connection = try SQLiteConnection(path: url.path)
            let filter = ReportFilter(query)
            var totals = try filter.figures("''", connection)[""] ?? Figures()
            totals.readers = try filter.readers("''", connection)[""] ?? 0
            var rows = try filter.figures(filter.key, connection)
            for (key, count) in try filter.readers(filter.key, connection) {
                rows[key, default: Figures()].readers = count
            }
            return Report(rows: Self.sorted(rows, query), totals: totals)
        }
    }

    /// Installs that sent events, the latest first.
    /// - Parameters:
    ///   - scope: the app and stream they sent for.
    ///   - limit: 1 to 1000; what is outside is moved to the nearer end.
    /// - Returns: when each was first and last heard of, and what it runs.
    /// - Throws: ``PlatformStore/StoreError``.
    public func installs(scope: Scope, limit: Int = 100) async throws -> [InstallRecord] {
        try await BlockingWork.run(on: queue) { () throws(StoreError) in
            let connection = try SQLiteConnection(path: url.path)
            let select = try connection.prepare(
                """
                SELECT install.id, first_seen, last_seen, sdk, release, events FROM install JOIN term ON term.id = scope
                WHERE term.text = ? ORDER BY last_seen DESC, install.id LIMIT ?
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(min(max(limit, 1), 1000)))
            var records: [InstallRecord] = []
            while try select.step() {
                records.append(
                    InstallRecord(
                        id: select.text(0), firstSeen: Timestamp(milliseconds: select.integer(1)),
                        lastSeen: Timestamp(milliseconds: select.integer(2)), sdk: select.text(3),
                        release: select.isNull(4) ? nil : Int(select.integer(4)), events: Int(select.integer(5))))
            }
            return records
        }
    }

    /// The tags in the profiles of users.
    /// - Parameters:
    ///   - scope: the app and stream they sent for.
    ///   - since: profiles told on days before are not counted: nobody knows whether they are still used.
    /// - Throws: ``PlatformStore/StoreError``.
    public func profileTags(scope: Scope, since: Timestamp) async throws -> ProfileTags {
        try await BlockingWork.run(on: queue) { () throws(StoreError) in
            let select = try SQLiteConnection(path: url.path).prepare(
                """
                SELECT tag_day.tag, tag.text, SUM(users) FROM tag_day LEFT JOIN tag ON tag.id = tag_day.tag
                WHERE tag_day.scope = (SELECT id FROM term WHERE text = ?) AND day >= ? GROUP BY tag_day.tag
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(Day(since).number))
            var users = 0
            var counts: [TagName: Int] = [:]
            while try select.step() {
                let count = Int(select.integer(2))
                if select.integer(0) == 0 { users = count } else { counts[TagName(select.text(1))] = count }
            }
            return ProfileTags(users: users, counts: counts)
        }
    }

    private static func sorted(_ rows: [String: Figures], _ query: ReportQuery) -> [Report.Row] {
        let rows = rows.map { Report.Row(id: $0.key, figures: $0.value) }
        return switch query.grouping {
        case .day, .entryPoint: rows.sorted { $0.id < $1.id }
        default: rows.sorted { ($1.figures.views, $0.id) < ($0.figures.views, $1.id) }
        }
    }
}
