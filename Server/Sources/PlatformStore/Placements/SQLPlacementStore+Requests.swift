import MarqueeWire

extension SQLPlacementStore {
    func keep(
        _ request: PlacementRequestRecord.Draft, of identifiers: [String], app: String?
    ) async throws(StoreError) {
        let now = database.now()
        let known = try await database.read { db in
            var known = try db.testDevices(identifiers, app)
            if let app { known.formUnion(try db.testDevices(withInstall: request.install, app)) }
            return known
        }
        guard !known.isEmpty else { return }
        try await database.write { db in
            for device in known { try Self.keep(request, of: device, at: now, db) }
        }
    }

    private static func keep(
        _ request: PlacementRequestRecord.Draft, of device: TestDeviceKey, at now: Timestamp, _ db: any SQLTransaction
    ) throws {
        let isSigned = request.outcome.isSigned
        let ofApp = "app = ? AND is_signed = ?"
        let ofDevice = "app = ? AND device = ? AND is_signed = ?"
        if !isSigned {
            let recent = try db.count(
                "SELECT COUNT(*) FROM placement_request WHERE \(ofDevice) AND time > ?",
                [device.app, device.id, false, now.milliseconds - 60_000])
            guard recent < PlacementRequestRecord.mostUnsignedInMinute else { return }
        }
        try makeRoom(
            ofDevice, [device.app, device.id, isSigned],
            most: isSigned ? PlacementRequestRecord.mostOfDevice : PlacementRequestRecord.mostUnsignedOfDevice, db)
        try makeRoom(
            ofApp, [device.app, isSigned],
            most: isSigned ? PlacementRequestRecord.most : PlacementRequestRecord.mostUnsigned, db)
        try db.execute(
            """
            INSERT INTO placement_request
            (id, app, device, install, route, line, parameters, outcome, is_signed, detail, time)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                TimedID.make(at: now), device.app, device.id, request.install, request.route.rawValue, request.line,
                try StoredJSON.text(request.parameters), request.outcome.rawValue, isSigned, request.detail, now,
            ])
    }

    /// Removes the oldest twentieth of full rows.
    private static func makeRoom(
        _ condition: String, _ values: [(any SQLBindable)?], most: Int, _ db: any SQLTransaction
    ) throws {
        guard try db.count("SELECT COUNT(*) FROM placement_request WHERE \(condition)", values) >= most else { return }
        try db.execute(
            """
            DELETE FROM placement_request WHERE id IN
            (SELECT id FROM placement_request WHERE \(condition) ORDER BY id LIMIT ?)
            """, values + [most / 20])
    }

    func requests(app: String, device: String, before: String?, limit: Int) async throws(StoreError)
        -> [PlacementRequestRecord]
    {
        let oldest = database.now().milliseconds - PlacementRequestRecord.lifetime.milliseconds
        return try await database.read { db in
            try db.rows(
                """
                SELECT * FROM placement_request WHERE app = ? AND device = ? AND id < ? AND time > ?
                ORDER BY id DESC LIMIT ?
                """,
                [
                    app, device, before ?? TimedID.last, oldest,
                    min(max(limit, 1), PlacementRequestRecord.mostOfDevice),
                ]
            ).compactMap(Self.request)
        }
    }

    func latestRequests(app: String) async throws(StoreError) -> [String: Timestamp] {
        let oldest = database.now().milliseconds - PlacementRequestRecord.lifetime.milliseconds
        return try await database.read { db in
            var latest: [String: Timestamp] = [:]
            let rows = try db.rows(
                "SELECT device, MAX(time) AS latest FROM placement_request WHERE app = ? AND time > ? GROUP BY device",
                [app, oldest])
            for row in rows { latest[try row["device"]] = try row["latest"] }
            return latest
        }
    }

    func requestsMark(app: String, device: String) async throws(StoreError) -> String {
        try await database.read { db in
            let queries = [
                "SELECT COUNT(*), MAX(id) FROM placement_request WHERE app = ? AND device = ?",
                "SELECT since FROM console_device WHERE app = ? AND install = ?",
                "SELECT is_test, marked FROM test_device WHERE app = ? AND install = ?",
            ]
            let rows = try queries.map { try db.row($0, [app, device]) }
            return rows.map { "\($0?.values ?? [])" }.joined(separator: " ")
        }
    }

    /// `nil` for what a later version of the server wrote.
    private static func request(_ row: SQLRow) throws -> PlacementRequestRecord? {
        guard let route = PlacementRequestRecord.Route(rawValue: try row["route"]),
            let outcome = PlacementRequestRecord.Outcome(rawValue: try row["outcome"])
        else { return nil }
        return try PlacementRequestRecord(
            id: row["id"], device: row["device"], time: row["time"],
            PlacementRequestRecord.Draft(
                route: route, install: row["install"], line: row["line"],
                parameters: row.json("parameters", as: [String: String].self), outcome: outcome, detail: row["detail"]))
    }
}
