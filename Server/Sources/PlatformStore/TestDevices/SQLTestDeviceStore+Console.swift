import MarqueeWire

extension SQLTestDeviceStore {
    /// Requests belong to the device by whose mark they were kept, and know whether a secret of the app signed them. Owners of
    /// the team get the wing of placements, and decide about everybody else.
    static let consoleMigration = SQLMigration(name: "21 test console") {
        try $0.script(
            """
            CREATE TABLE console_device (
                app TEXT NOT NULL REFERENCES app, install TEXT NOT NULL, name TEXT NOT NULL, since BIGINT NOT NULL,
                PRIMARY KEY (app, install));
            CREATE INDEX console_device_by_install ON console_device (install);
            CREATE INDEX test_device_by_install ON test_device (install);
            ALTER TABLE placement_request ADD COLUMN device TEXT NOT NULL DEFAULT '';
            ALTER TABLE placement_request ADD COLUMN line TEXT NOT NULL DEFAULT '';
            ALTER TABLE placement_request ADD COLUMN is_signed BOOLEAN NOT NULL DEFAULT 1;
            CREATE INDEX placement_request_by_device ON placement_request (app, device, id);
            CREATE INDEX placement_request_by_install ON placement_request (app, install);
            INSERT INTO account_role SELECT account, 'placements', 'owner' FROM account_role
                WHERE wing = 'team' AND role = 'owner' ON CONFLICT (account, wing) DO NOTHING;
            """)
    }

    func consoleDevices(of app: String) async throws(StoreError) -> [ConsoleDevice] {
        let marked = try await devices(of: app)
        let rows = try await database.read { db in
            try db.rows("SELECT * FROM console_device WHERE app = ?", [app]).map { row in
                (
                    id: try row["install"] as String, name: try row["name"] as String,
                    since: try row["since"] as Timestamp
                )
            }
        }
        let named = rows.map { row in
            ConsoleDevice(
                id: row.id, name: row.name, isEnabled: marked.contains(row.id),
                since: max(row.since, marked[row.id]?.marked ?? row.since))
        }
        // Ids are compared by their bytes.
        let ids = Set(rows.map { Array($0.id.utf8) })
        let others = marked.testIDs.filter { !ids.contains(Array($0.utf8)) }.compactMap { id in
            marked[id].map { ConsoleDevice(id: id, name: id, isEnabled: true, since: $0.marked) }
        }
        return (named + others).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    func register(_ id: String, name: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        guard EventBatch.installSize.contains(id.utf8.count), !id.utf8.contains(0) else {
            throw StoreError(
                .invalid, "a device's id has 1 to \(EventBatch.installSize.upperBound) bytes, none of them zero")
        }
        guard !TestDevices.isNobody(id) else {
            throw StoreError(
                .invalid, "systems give this id to every device, for example when the user limits ad tracking")
        }
        guard ConsoleDevice.nameSize.contains(name.utf8.count), !name.utf8.contains(0) else {
            throw StoreError(.invalid, "a device's name has 1 to \(ConsoleDevice.nameSize.upperBound) bytes")
        }
        try await database.write { db in
            try db.requireApp(app)
            try Self.requireRoom(id, app, db)
            try db.execute(
                """
                INSERT INTO console_device (app, install, name, since) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, install) DO UPDATE SET name = excluded.name, since = excluded.since
                """, [app, id, name, now])
            if try !Self.isTest(id, app, db) { try Self.set(id, true, app, who, now, db) }
            try db.audit("device.register", id, app: app, by: who, at: now)
        }
    }

    func name(_ id: String, app: String) async throws(StoreError) {
        try await setSince(id, app, conflict: "DO NOTHING")
    }

    func startOver(_ id: String, app: String) async throws(StoreError) {
        try await setSince(id, app, conflict: "DO UPDATE SET since = excluded.since")
    }

    private func setSince(_ id: String, _ app: String, conflict: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.requireApp(app)
            try Self.requireRoom(id, app, db)
            try db.execute(
                """
                INSERT INTO console_device (app, install, name, since) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, install) \(conflict)
                """, [app, id, id, now])
        }
    }

    func unregister(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.forgetConsole(id, app)
            if try Self.isTest(id, app, db) { try Self.set(id, false, app, who, now, db) }
            try db.audit("device.unregister", id, app: app, by: who, at: now)
        }
    }

    private static func requireRoom(_ id: String, _ app: String, _ db: any SQLTransaction) throws {
        let others = try db.count("SELECT COUNT(*) FROM console_device WHERE app = ? AND install <> ?", [app, id])
        guard others < TestDevices.most else {
            throw StoreError(.invalid, "at most \(TestDevices.most) devices of an app are registered")
        }
    }
}

extension SQLTransaction {
    /// Removes what the console has of a device.
    func forgetConsole(_ id: String, _ app: String) throws {
        try execute("DELETE FROM console_device WHERE app = ? AND install = ?", [app, id])
        try execute("DELETE FROM placement_request WHERE app = ? AND device = ?", [app, id])
    }
}
