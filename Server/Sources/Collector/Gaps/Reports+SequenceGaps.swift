public import MarqueeWire
import PlatformStore

extension Reports {
    /// The sequence numbers that are missing, by install and lane.
    ///
    /// Numbers are looked at since the server first ran with this projection. A gap of the last minutes is often an upload
    /// that is under way.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - install: only those of one install.
    ///   - until: only those that were noticed before this moment.
    ///   - position: behind the page that had this ``SequenceGapPage/next``.
    ///   - limit: 1 to 1000; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func sequenceGaps(
        scope: Scope, install: String? = nil, until: Timestamp? = nil, after position: SequenceGapPage.Position? = nil,
        limit: Int = 100
    ) async throws -> SequenceGapPage {
        try await reader.answer { (connection) throws(StoreError) in
            let limit = min(max(limit, 1), 1000)
            guard let app = try NameTable.number(of: scope.description, in: connection) else {
                return SequenceGapPage(gaps: [], next: nil)
            }
            let number = try install.map { (install) throws(StoreError) in
                try NameTable.number(of: install, .install(app), in: connection) ?? 0
            }
            let select = try connection.prepare(
                """
                SELECT install, lane, first, last, missing, since, who.text, lane_term.text
                FROM sequence_gap JOIN term AS who ON who.id = install LEFT JOIN term AS lane_term ON lane_term.id = lane
                WHERE scope = ?1 AND (?2 IS NULL OR install = ?2)
                AND since < ?3 AND (install, lane, first) > (?4, ?5, ?6) ORDER BY install, lane, first LIMIT ?7
                """)
            select.bind(1, app)
            select.bind(2, number)
            select.bind(3, until?.milliseconds ?? .max)
            select.bind(4, position?.install ?? -1)
            select.bind(5, position?.lane ?? -1)
            select.bind(6, position?.first ?? -1)
            select.bind(7, Int64(limit))
            var gaps: [SequenceGap] = []
            var last: SequenceGapPage.Position?
            while try select.step() {
                last = .init(install: select.integer(0), lane: select.integer(1), first: select.integer(2))
                gaps.append(
                    SequenceGap(
                        install: NameTable.reader(in: select.bytes(6))?.id ?? "",
                        lane: select.isNull(7) ? nil : select.text(7),
                        first: select.integer(2), last: select.integer(3), missing: select.integer(4),
                        since: Timestamp(milliseconds: select.integer(5))))
            }
            return SequenceGapPage(gaps: gaps, next: gaps.count == limit ? last : nil)
        }
    }
}
