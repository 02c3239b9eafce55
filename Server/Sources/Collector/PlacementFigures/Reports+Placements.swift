public import MarqueeWire
import PlatformStore

extension Reports {
    /// Figures of placements over a span of days, the latest day first, then by placement and unit.
    ///
    /// Tries of purchases that still wait are ``PlacementFigure/waiting``, or ``PlacementFigure/unresolved`` after 24 hours.
    /// - Throws: ``PlatformStore/StoreError``.
    public func placements(_ query: PlacementQuery) async throws -> [PlacementRow] {
        try await reader.answer { (connection) throws(StoreError) in
            let filter = PlacementFilter(query)
            var rows = try filter.figures(connection)
            var places = Dictionary(rows.indices.map { (rows[$0].key, $0) }) { first, _ in first }
            for (key, counts) in try filter.waiting(connection) {
                if let place = places[key] {
                    rows[place].counts.add(counts)
                } else if rows.count < filter.mostRows {
                    places[key] = rows.count
                    rows.append(PlacementRow(key: key, counts: counts))
                }
            }
            return rows
        }
    }

    /// The rewards that units unlocked, by unit and name.
    /// - Parameter query: its grouping is not looked at.
    /// - Throws: ``PlatformStore/StoreError``.
    public func placementRewards(_ query: PlacementQuery) async throws -> [RewardCount] {
        try await reader.answer { (connection) throws(StoreError) in
            try PlacementFilter(query).rewards(connection)
        }
    }

    /// How many installs have opened the app since this was first counted, each once.
    /// - Throws: ``PlatformStore/StoreError``.
    public func placementInstalls(scope: Scope, devices: ReportQuery.Devices = .readers) async throws -> Int {
        let days = Day(number: 0)...Day(number: 1_000_000)
        let query = PlacementQuery(
            scope: scope, by: [], days: days, devices: devices, now: Timestamp(milliseconds: 0))
        return try await placements(query).first?.counts[.newInstalls] ?? 0
    }
}

/// A query of placements as SQL: fixed text, every value a parameter.
private struct PlacementFilter {
    private let query: PlacementQuery

    init(_ query: PlacementQuery) {
        self.query = query
    }

    /// Behind the last row, tries that wait would stand without the other figures of their unit.
    var mostRows: Int { min(max(query.limit, 1), 100_000) }

    func figures(_ connection: SQLiteConnection) throws(StoreError) -> [PlacementRow] {
        let select = try connection.prepare(
            """
            SELECT \(columns("day")), figure, SUM(number) FROM placement_figure f \(names)
            WHERE \(condition("day")) GROUP BY 1, 2, 3, figure ORDER BY 1 DESC, 2, 3
            """)
        bind(select)
        var rows: [PlacementRow] = []
        while try select.step() {
            let key = key(select)
            if rows.last?.key != key {
                guard rows.count < mostRows else { break }
                rows.append(PlacementRow(key: key, counts: PlacementCounts()))
            }
            guard let figure = PlacementFigure(rawValue: Int(select.integer(3))) else { continue }
            rows[rows.count - 1].counts[figure] += Int(select.integer(4))
        }
        return rows
    }

    /// What became of tries that are still kept.
    func waiting(_ connection: SQLiteConnection) throws(StoreError) -> [PlacementRow.Key: PlacementCounts] {
        let day = "(time / 86400000)"
        let select = try connection.prepare(
            """
            SELECT \(columns(day)), time <= ?6, COUNT(*) FROM placement_try f \(names)
            WHERE state = 0 AND \(condition(day)) GROUP BY 1, 2, 3, 4
            """)
        bind(select)
        select.bind(6, (query.now + PlacementFigures.patience * -1).milliseconds)
        var found: [PlacementRow.Key: PlacementCounts] = [:]
        while try select.step() {
            let figure: PlacementFigure = select.integer(3) == 1 ? .unresolved : .waiting
            found[key(select), default: PlacementCounts()][figure] += Int(select.integer(4))
        }
        return found
    }

    func rewards(_ connection: SQLiteConnection) throws(StoreError) -> [RewardCount] {
        let select = try connection.prepare(
            """
            SELECT u.text, r.text, SUM(unlocks), SUM(pieces) FROM placement_reward f \(Self.unitName)
            LEFT JOIN term r ON r.id = f.reward WHERE \(condition("day")) GROUP BY 1, 2 ORDER BY 1, 2
            """)
        bind(select)
        var counts: [RewardCount] = []
        while try select.step() {
            counts.append(
                RewardCount(
                    unit: select.text(0), reward: select.text(1), unlocks: Int(select.integer(2)),
                    pieces: Int(select.integer(3))))
        }
        return counts
    }

    private func columns(_ day: String) -> String {
        [
            query.grouping.contains(.day) ? day : "NULL", query.grouping.contains(.placement) ? "p.text" : "NULL",
            query.grouping.contains(.unit) ? "u.text" : "NULL",
        ].joined(separator: ", ")
    }

    /// The names that the columns need: without a name, a row is read without a look into the table of names.
    private var names: String {
        [
            query.grouping.contains(.placement) ? "LEFT JOIN term p ON p.id = f.placement" : "",
            query.grouping.contains(.unit) ? Self.unitName : "",
        ].joined(separator: " ")
    }

    private static let unitName = "LEFT JOIN term u ON u.id = f.unit"

    private func condition(_ day: String) -> String {
        let devices =
            switch query.devices {
            case .readers: "AND is_test = 0"
            case .test: "AND is_test = 1"
            case .all: ""
            }
        return """
            f.scope = (SELECT id FROM term WHERE text = ?1) AND \(day) BETWEEN ?2 AND ?3 \(devices)
            AND (?4 IS NULL OR f.placement = (SELECT id FROM term WHERE text = ?4))
            AND (?5 IS NULL OR f.unit = (SELECT id FROM term WHERE text = ?5))
            """
    }

    private func bind(_ select: SQLiteStatement) {
        select.bind(1, query.scope.description)
        select.bind(2, Int64(query.days.lowerBound.number))
        select.bind(3, Int64(query.days.upperBound.number))
        select.bind(4, query.placement)
        select.bind(5, query.unit)
    }

    private func key(_ select: SQLiteStatement) -> PlacementRow.Key {
        PlacementRow.Key(
            day: select.isNull(0) ? nil : Day(number: Int(select.integer(0))),
            placement: select.isNull(1) ? nil : select.text(1), unit: select.isNull(2) ? nil : select.text(2))
    }
}
