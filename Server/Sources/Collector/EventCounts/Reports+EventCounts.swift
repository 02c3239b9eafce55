public import MarqueeWire
import PlatformStore

extension Reports {
    /// How often each event happened on each day, the latest day first, then by name in the order of bytes.
    ///
    /// Counts begin when the server first ran with this projection. The work of a question is bounded by its limit and
    /// the names of one day.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - days: days of UTC, both included.
    ///   - position: the day and name that the list goes on after; `nil` for its beginning.
    ///   - limit: 1 to 1000; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func eventCounts(
        scope: Scope, days: ClosedRange<Day>, after position: (day: Day, name: String)? = nil, limit: Int = 1000
    ) async throws -> [EventCount] {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT day, term.text, events, installs FROM event_count JOIN term ON term.id = name
                WHERE scope = (SELECT id FROM term WHERE text = ?1) AND day BETWEEN ?2 AND ?3
                AND (?4 IS NULL OR day < ?3 OR term.text > ?4) ORDER BY day DESC, term.text LIMIT ?5
                """)
            let last = position.map { min($0.day, days.upperBound) } ?? days.upperBound
            select.bind(1, scope.description)
            select.bind(2, Int64(days.lowerBound.number))
            select.bind(3, Int64(last.number))
            // A position on a later day is before everything.
            select.bind(4, position.flatMap { $0.day == last ? $0.name : nil })
            select.bind(5, Int64(min(max(limit, 1), 1000)))
            var counts: [EventCount] = []
            while try select.step() {
                counts.append(
                    EventCount(
                        name: select.text(1), day: Day(number: Int(select.integer(0))), events: Int(select.integer(2)),
                        installs: Int(select.integer(3))))
            }
            return counts
        }
    }
}
