import MarqueeWire

struct SQLTestDeviceStore: TestDeviceStore {
    static let migration = SQLMigration(name: "17 test devices") {
        try $0.script(
            """
            CREATE TABLE test_device (
                app TEXT NOT NULL REFERENCES app, install TEXT NOT NULL, is_test BOOLEAN NOT NULL, marked BIGINT NOT NULL,
                marked_by TEXT NOT NULL, PRIMARY KEY (app, install));
            """)
    }

    let database: PlatformDatabase

    func devices(of app: String) async throws(StoreError) -> TestDevices {
        try await database.read { db in
            var devices = TestDevices()
            for row in try db.rows("SELECT * FROM test_device WHERE app = ?", [app]) {
                devices[try row["install"]] = try .init(
                    isTest: row["is_test"], marked: row["marked"], markedBy: row["marked_by"])
            }
            return devices
        }
    }

    func mark(_ installs: [String], isTest: Bool, app: String, by who: String) async throws(StoreError) -> Int {
        guard installs.allSatisfy({ EventBatch.installSize.contains($0.utf8.count) && !$0.utf8.contains(0) }) else {
            throw StoreError(
                .invalid, "an install's id has 1 to \(EventBatch.installSize.upperBound) bytes, none of them zero")
        }
        let now = database.now()
        return try await database.write { db in
            var changed = 0
            for install in installs where try Self.isTest(install, app, db) != isTest {
                try Self.set(install, isTest, app, who, now, db)
                changed += 1
            }
            return changed
        }
    }

    static func isTest(_ install: String, _ app: String, _ db: any SQLTransaction) throws -> Bool {
        let known = try db.row("SELECT is_test FROM test_device WHERE app = ? AND install = ?", [app, install])
        return try known.map { try $0["is_test"] } ?? TestDevices.isLab(install)
    }

    static func set(
        _ install: String, _ isTest: Bool, _ app: String, _ who: String, _ now: Timestamp, _ db: any SQLTransaction
    ) throws {
        if isTest == TestDevices.isLab(install) {
            try db.execute("DELETE FROM test_device WHERE app = ? AND install = ?", [app, install])
        } else {
            let count = try db.count("SELECT COUNT(*) FROM test_device WHERE app = ?", [app])
            guard count < TestDevices.most else {
                throw StoreError(.invalid, "at most \(TestDevices.most) devices of an app are marked")
            }
            try db.execute(
                """
                INSERT INTO test_device (app, install, is_test, marked, marked_by) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (app, install) DO NOTHING
                """, [app, install, isTest, now, who])
        }
        try db.audit(isTest ? "device.test" : "device.reader", install, app: app, by: who, at: now)
    }

    func forget(_ installs: [String], app: String) async throws(StoreError) {
        try await database.write { db in
            for install in installs {
                try db.execute("DELETE FROM test_device WHERE app = ? AND install = ?", [app, install])
                try db.forgetConsole(install, app)
            }
        }
    }
}
