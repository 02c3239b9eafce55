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

    /// A file of the app's media library has other contents or another size; units of the app may show it.
    func pictureChanged(_ app: String) throws {
        try execute("UPDATE placement_catalogue SET version = version + 1 WHERE app = ?", [app])
    }

    func isTestDevice(_ identifiers: [String], _ app: String) throws -> Bool {
        try !testDevices(identifiers, app).isEmpty
    }

    /// The test devices that have one of these ids: of one app, or of all. Phones of the device lab are among them if somebody
    /// registered them.
    func testDevices(_ identifiers: [String], _ app: String?) throws -> Set<TestDeviceKey> {
        guard !identifiers.isEmpty else { return [] }
        let asked = SQLList(identifiers)
        let ofApp = app == nil ? "" : " AND d.app = ?"
        let values: [(any SQLBindable)?] = asked.values + (app.map { [$0] } ?? [])
        let marked = try rows(
            "SELECT d.app, d.install FROM test_device d WHERE d.install IN (\(asked.parameters))\(ofApp) AND d.is_test = ? LIMIT ?",
            values + [true, TestDeviceKey.most])
        let phones =
            identifiers.contains(where: TestDevices.isLab)
            ? try rows(
                """
                SELECT d.app, d.install FROM console_device d WHERE d.install IN (\(asked.parameters))\(ofApp) AND NOT EXISTS
                (SELECT 1 FROM test_device m WHERE m.app = d.app AND m.install = d.install AND m.is_test = ?) LIMIT ?
                """, values + [false, TestDeviceKey.most]) : []
        let known = try marked.map { try TestDeviceKey(app: $0["app"], id: $0["install"]) }
        let registered = try phones.map { try TestDeviceKey(app: $0["app"], id: $0["install"]) }
        return Set(known + registered.filter { TestDevices.isLab($0.id) })
    }

    /// The test devices whose signed requests came from an install: reports of units name the install and no other id.
    func testDevices(withInstall install: String, _ app: String) throws -> Set<TestDeviceKey> {
        guard !install.isEmpty else { return [] }
        let devices: [String] = try column(
            "SELECT DISTINCT device FROM placement_request WHERE app = ? AND install = ? AND is_signed = ?",
            [app, install, true])
        return try testDevices(devices, app)
    }

    /// The next badge of a placement is new to every install, also if it says what an earlier one said.
    func forgetOpenedBadges(_ tag: String, _ app: String) throws {
        try execute("DELETE FROM placement_badge WHERE app = ? AND tag = ?", [app, tag])
    }

    /// What no decision looks at any more.
    func removeOldPlacementRows(at now: Timestamp) throws {
        let second = now.milliseconds / 1000
        try execute("DELETE FROM placement_nonce WHERE ends <= ?", [now])
        try execute(
            "DELETE FROM placement_showing WHERE bucket > 0 AND bucket < ?",
            [second - Int64(UnitRules.longestWindow) - 120])
        try execute("DELETE FROM placement_session WHERE seen < ?", [now.milliseconds - 400 * 86_400_000])
        try execute("DELETE FROM placement_badge WHERE seen < ?", [now.milliseconds - 400 * 86_400_000])
        try execute("DELETE FROM placement_opt_out WHERE time < ?", [now + ContentUnitRecord.addressLifetime * -1])
        // A server with a database of its own removes them when its warehouse has them, also after a long stop.
        if engine != .sqlite {
            try execute(
                "DELETE FROM placement_erasure WHERE id < ?",
                [TimedID.beginning(at: now + PlacementOptOut.lifetime * -1)])
        }
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
