public import MarqueeWire
import PlatformStore

extension Reports {
    /// The most rows that a question reads.
    private static var mostEventCounts: Int { 10_000 }

    /// How often each event happened on each day, the latest day first, then by name.
    ///
    /// At most 10,000 rows. Counts begin when the server first ran with this projection.
    /// - Throws: ``PlatformStore/StoreError``.
    public func eventCounts(scope: Scope, days: ClosedRange<Day>) async throws -> [EventCount] {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT event_count.id, day, term.text, events FROM event_count JOIN term ON term.id = name
                WHERE scope = (SELECT id FROM term WHERE text = ?) AND day BETWEEN ? AND ?
                ORDER BY day DESC, term.text LIMIT \(Self.mostEventCounts)
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(days.lowerBound.number))
            select.bind(3, Int64(days.upperBound.number))
            let installs = try connection.prepare("SELECT block, bits FROM event_install WHERE count = ?")
            var counts: [EventCount] = []
            while try select.step() {
                installs.bind(1, select.integer(0))
                var set = NumberSet()
                while try installs.step() { set.insert(installs.integer(1), block: installs.integer(0)) }
                installs.reset()
                counts.append(
                    EventCount(
                        name: select.text(2), day: Day(number: Int(select.integer(1))), events: Int(select.integer(3)),
                        installs: set.count))
            }
            return counts
        }
    }
}
