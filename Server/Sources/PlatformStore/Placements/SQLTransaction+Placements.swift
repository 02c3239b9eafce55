import MarqueeWire

extension SQLTransaction {
    func placements(_ app: String) throws -> [PlacementRecord] {
        var units: [String: [PlacementRecord.Entry]] = [:]
        for row in try rows("SELECT * FROM placement_unit WHERE app = ? ORDER BY tag, priority, unit", [app]) {
            units[try row["tag"], default: []].append(try Self.entry(row))
        }
        return try rows("SELECT * FROM placement WHERE app = ? ORDER BY tag", [app]).map { row in
            try Self.placement(row, units: units[try row["tag"]] ?? [])
        }
    }

    func placement(_ tag: String, _ app: String) throws -> PlacementRecord? {
        guard let row = try row("SELECT * FROM placement WHERE app = ? AND tag = ?", [app, tag]) else { return nil }
        let units = try rows(
            "SELECT * FROM placement_unit WHERE app = ? AND tag = ? ORDER BY priority, unit", [app, tag])
        return try Self.placement(row, units: units.map(Self.entry))
    }

    func contentUnits(_ app: String) throws -> [ContentUnitRecord] {
        try rows("SELECT * FROM content_unit WHERE app = ? ORDER BY id", [app]).map(Self.unit)
    }

    func contentUnit(_ id: String, _ app: String) throws -> ContentUnitRecord? {
        try row("SELECT * FROM content_unit WHERE app = ? AND id = ?", [app, id]).map(Self.unit)
    }

    func setUnits(_ placement: PlacementRecord) throws {
        for entry in placement.units {
            guard try contentUnit(entry.unit, placement.app) != nil else {
                throw StoreError(.notFound, "there is no unit \(entry.unit.prefix(80))")
            }
            try execute(
                "INSERT INTO placement_unit (app, tag, unit, priority) VALUES (?, ?, ?, ?)",
                [placement.app, placement.tag, entry.unit, entry.priority])
        }
    }

    /// Every server reads the catalogue of the app again with its next decision.
    func catalogueChanged(_ app: String) throws {
        try execute(
            """
            INSERT INTO placement_catalogue (app, version) VALUES (?, 1)
            ON CONFLICT (app) DO UPDATE SET version = placement_catalogue.version + 1
            """, [app])
    }

    func isTestDevice(_ identifiers: [String], _ app: String) throws -> Bool {
        guard !identifiers.isEmpty else { return false }
        let places = Array(repeating: "?", count: identifiers.count).joined(separator: ", ")
        return try count(
            "SELECT COUNT(*) FROM test_device WHERE app = ? AND install IN (\(places)) AND is_test = ?",
            [app] + identifiers + [true]) > 0
    }

    /// What no decision looks at any more.
    func removeOldPlacementRows(at now: Timestamp) throws {
        let second = now.milliseconds / 1000
        try execute("DELETE FROM placement_nonce WHERE ends <= ?", [now])
        try execute(
            "DELETE FROM placement_showing WHERE bucket > 0 AND bucket < ?",
            [second - Int64(UnitRules.longestWindow) - 120])
        try execute("DELETE FROM placement_session WHERE seen < ?", [now.milliseconds - 400 * 86_400_000])
        try execute(
            "DELETE FROM placement_request WHERE time <= ?",
            [now.milliseconds - PlacementRequestRecord.lifetime.milliseconds])
    }

    private static func placement(_ row: SQLRow, units: [PlacementRecord.Entry]) throws -> PlacementRecord {
        try PlacementRecord(
            app: row["app"], tag: row["tag"], name: row["name"], badge: row["badge"], units: units,
            version: row["version"])
    }

    private static func entry(_ row: SQLRow) throws -> PlacementRecord.Entry {
        try PlacementRecord.Entry(unit: row["unit"], priority: row["priority"])
    }

    private static func unit(_ row: SQLRow) throws -> ContentUnitRecord {
        guard let kind = ContentUnitRecord.Kind(rawValue: try row["kind"]) else {
            throw StoreError(.damaged, "a unit has an unknown kind")
        }
        return try ContentUnitRecord(
            app: row["app"], id: row["id"], name: row["name"], kind: kind,
            document: row.json("document", as: UnitDocument.self), weight: row["weight"], isPaused: row["is_paused"],
            starts: row["starts"], ends: row["ends"], rules: row.json("rules", as: UnitRules.self),
            validSeconds: row["valid_seconds"], version: row["version"])
    }
}
