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

    func mark(_ install: String, isTest: Bool, app: String, by who: String) async throws(StoreError) {
        guard EventBatch.installSize.contains(install.utf8.count), !install.utf8.contains(0) else {
            throw StoreError(
                .invalid, "an install's id has 1 to \(EventBatch.installSize.upperBound) bytes, none of them zero")
        }
        let now = database.now()
        let isDefault = isTest == TestDevices.isLab(install)
        try await database.write { db in
            let known = try db.row("SELECT is_test FROM test_device WHERE app = ? AND install = ?", [app, install])
            let isKnown: Bool = try known.map { try $0["is_test"] } ?? TestDevices.isLab(install)
            guard isKnown != isTest else { return }
            if isDefault {
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
    }

    func forget(_ installs: [String], app: String) async throws(StoreError) {
        try await database.write { db in
            for install in installs {
                try db.execute("DELETE FROM test_device WHERE app = ? AND install = ?", [app, install])
            }
        }
    }
}
