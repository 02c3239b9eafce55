public import MarqueeWire
import PlatformStore

extension Reports {
    /// Figures of one scope over a span of days, in rows as the query groups them.
    /// - Throws: ``PlatformStore/StoreError``.
    public func report(_ query: ReportQuery) async throws -> Report {
        try await reader.answer { (connection) throws(StoreError) in
            let filter = ReportFilter(query)
            var totals = try filter.figures("''", connection)[""] ?? ReportFigures()
            totals.readers = try filter.readers("''", connection)[""] ?? 0
            var rows = try filter.figures(filter.key, connection)
            for (key, count) in try filter.readers(filter.key, connection) {
                rows[key, default: ReportFigures()].readers = count
            }
            return Report(rows: Self.sorted(rows, query), totals: totals)
        }
    }

    /// The figures of one scope over a span of days, all pages together.
    /// - Throws: ``PlatformStore/StoreError``.
    public func totals(scope: Scope, days: ClosedRange<Day>) async throws -> ReportFigures {
        try await report(ReportQuery(scope: scope, by: .day, days: days, limit: 1)).totals
    }

    private static func sorted(_ rows: [String: ReportFigures], _ query: ReportQuery) -> [Report.Row] {
        let rows = rows.map { Report.Row(id: $0.key, figures: $0.value) }
        return switch query.grouping {
        case .day, .entryPoint: rows.sorted { $0.id < $1.id }
        default: rows.sorted { ($1.figures.views, $0.id) < ($0.figures.views, $1.id) }
        }
    }
}
