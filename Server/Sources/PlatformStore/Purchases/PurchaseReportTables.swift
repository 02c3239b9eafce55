/// What reports of purchases need besides the purchases: whether a test device reported one, and rates of currencies.
///
/// A row of `currency_rate` says how much one unit of `currency` is in the currency `target` on a day of UTC, in
/// trillionths.
enum PurchaseReportTables {
    static let migration = SQLMigration(name: "22 purchase reports") {
        try $0.script(
            """
            ALTER TABLE purchase ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT FALSE;
            CREATE INDEX purchase_by_time ON purchase (app, received);
            CREATE TABLE currency_rate (
                app TEXT NOT NULL REFERENCES app, target TEXT NOT NULL, day BIGINT NOT NULL, currency TEXT NOT NULL,
                millionths BIGINT NOT NULL, PRIMARY KEY (app, target, day, currency));
            """)
    }

    /// In millionths, rates of small currencies were wrong by a hundredth.
    static let finerMigration = SQLMigration(name: "29 finer rates of currencies") {
        try $0.script(
            """
            ALTER TABLE currency_rate RENAME COLUMN millionths TO trillionths;
            UPDATE currency_rate SET trillionths = trillionths * 1000000;
            """)
    }
}
