/// The tables of purchases, of the store's notices, and of how the store knows an app.
///
/// `report` identifies a report within the app: a hash of the install and of the key that the install gave the report,
/// or that key alone for a device that opted out.
///
/// `status` has the names of ``PurchaseStatus``. A transaction counts once for an app: for the purchase that is valid or
/// refunded. Others that name it are refused, and keep the id for people. `stated` is when the store signed the newest
/// receipt of that transaction, as ``StoreStatement`` has it.
enum PurchaseTables {
    static let migration = SQLMigration(name: "19 purchases") {
        try $0.script(
            """
            CREATE TABLE purchase (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, report TEXT NOT NULL,
                install TEXT NOT NULL, product TEXT NOT NULL, quantity BIGINT NOT NULL, resolution TEXT NOT NULL,
                price BIGINT, currency TEXT, error_code BIGINT, unit TEXT, received BIGINT NOT NULL,
                status TEXT NOT NULL, refusal TEXT, note TEXT NOT NULL, form TEXT, receipt BLOB, digest TEXT,
                attempts BIGINT NOT NULL, due BIGINT, settled BIGINT, environment TEXT, transaction_id TEXT,
                original_id TEXT, purchased BIGINT, revenue BIGINT, revenue_currency TEXT);
            CREATE UNIQUE INDEX purchase_by_report ON purchase (app, report);
            CREATE UNIQUE INDEX purchase_counted ON purchase (app, transaction_id) WHERE status IN ('valid', 'refunded');
            CREATE INDEX purchase_by_due ON purchase (form, due) WHERE due IS NOT NULL;
            CREATE INDEX purchase_by_age ON purchase (settled) WHERE receipt IS NOT NULL;
            CREATE INDEX purchase_by_app ON purchase (app, id);
            CREATE INDEX purchase_by_status ON purchase (app, status, id);
            CREATE INDEX purchase_by_product ON purchase (app, product, id);
            CREATE INDEX purchase_by_install ON purchase (app, install, id);
            CREATE INDEX purchase_by_unit ON purchase (app, unit, id) WHERE unit IS NOT NULL;
            CREATE TABLE store_notice (
                app TEXT NOT NULL REFERENCES app, id TEXT NOT NULL, kind TEXT NOT NULL, subtype TEXT,
                transaction_id TEXT, environment TEXT NOT NULL, signed BIGINT NOT NULL, received BIGINT NOT NULL,
                PRIMARY KEY (app, id));
            CREATE INDEX store_notice_by_transaction ON store_notice (app, transaction_id);
            CREATE INDEX store_notice_by_age ON store_notice (received);
            CREATE TABLE store_identity (
                app TEXT PRIMARY KEY NOT NULL REFERENCES app, bundle_ids TEXT NOT NULL, password BLOB);
            """)
    }

    /// When receipts were signed, to compare them with notices.
    static let statementMigration = SQLMigration(name: "25 time of receipts") {
        try $0.script("ALTER TABLE purchase ADD COLUMN stated BIGINT;")
    }

    /// Claims go app by app.
    static let turnsMigration = SQLMigration(name: "28 purchases due by app") {
        try $0.script(
            """
            DROP INDEX purchase_by_due;
            CREATE INDEX purchase_due_by_app ON purchase (app, form, due, id) WHERE due IS NOT NULL;
            """)
    }

    /// The receipts of the offers that led to purchases.
    static let offerMigration = SQLMigration(name: "31 receipts of offers") {
        try $0.script("ALTER TABLE purchase ADD COLUMN offer_receipt TEXT;")
    }

    /// How often the service answered that it cannot read a receipt.
    static let readingMigration = SQLMigration(name: "27 readings of receipts") {
        try $0.script("ALTER TABLE purchase ADD COLUMN unreadable BIGINT NOT NULL DEFAULT 0;")
    }
}
