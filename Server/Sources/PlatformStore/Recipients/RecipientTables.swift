/// The tables of recipients, Engage clients and jobs.
///
/// A recipient keeps all of its values in one text, by the numbers of the columns. `recipient_key` and `recipient_value`
/// find recipients by the values of some columns: they hold the forms of ``IndexedValue``, and refer to recipients
/// without a constraint, because each transaction that changes a recipient's values changes them too.
enum RecipientTables {
    static let migration = SQLMigration(name: "12 recipients") {
        try $0.script(clients)
        try $0.script(lists)
        try $0.script(recipients)
        try $0.script(jobs)
    }

    private static let clients = """
        CREATE TABLE engage_account (
            app TEXT PRIMARY KEY NOT NULL REFERENCES app, is_provisioned BOOLEAN NOT NULL, tokens_per_hour BIGINT NOT NULL);
        CREATE TABLE engage_client (
            id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, name TEXT NOT NULL, secret_hash TEXT NOT NULL,
            refresh_hash TEXT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL, used BIGINT, revoked BIGINT);
        CREATE INDEX engage_client_by_app ON engage_client (app, created);
        CREATE TABLE engage_token (
            token_hash TEXT PRIMARY KEY NOT NULL, client TEXT NOT NULL REFERENCES engage_client, app TEXT NOT NULL,
            issued BIGINT NOT NULL, expires BIGINT NOT NULL);
        CREATE INDEX engage_token_by_app ON engage_token (app, issued);
        CREATE INDEX engage_token_by_end ON engage_token (expires);
        """

    /// Databases, tables, contact lists and queries have ids from one sequence, which clients use alike.
    private static let lists = """
        CREATE TABLE number_block (name TEXT PRIMARY KEY NOT NULL, next BIGINT NOT NULL);
        CREATE TABLE recipient_list (
            id BIGINT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, kind TEXT NOT NULL, name TEXT NOT NULL,
            folded TEXT NOT NULL, folder TEXT NOT NULL, parent BIGINT, next_column BIGINT NOT NULL, definition TEXT,
            size BIGINT, calculated BIGINT, created BIGINT NOT NULL, modified BIGINT NOT NULL, removed BIGINT);
        CREATE UNIQUE INDEX recipient_list_by_name ON recipient_list (app, folded) WHERE removed IS NULL;
        CREATE INDEX recipient_list_removed ON recipient_list (removed) WHERE removed IS NOT NULL;
        CREATE TABLE list_column (
            list BIGINT NOT NULL REFERENCES recipient_list, number BIGINT NOT NULL, name TEXT NOT NULL,
            folded TEXT NOT NULL, type BIGINT NOT NULL, standard TEXT NOT NULL, choices TEXT NOT NULL, lookup TEXT NOT NULL,
            PRIMARY KEY (list, number));
        CREATE UNIQUE INDEX list_column_by_name ON list_column (list, folded);
        """

    private static let recipients = """
        CREATE TABLE recipient (
            id INTEGER PRIMARY KEY NOT NULL, list BIGINT NOT NULL REFERENCES recipient_list, cells TEXT NOT NULL,
            origin BIGINT NOT NULL, created BIGINT NOT NULL, modified BIGINT NOT NULL, opted_in BIGINT, opted_out BIGINT,
            removed BIGINT);
        CREATE INDEX recipient_by_list ON recipient (list, removed, id);
        CREATE TABLE recipient_key (
            list BIGINT NOT NULL, number BIGINT NOT NULL, value TEXT NOT NULL, recipient BIGINT NOT NULL,
            PRIMARY KEY (list, number, value));
        CREATE TABLE recipient_value (
            list BIGINT NOT NULL, number BIGINT NOT NULL, value TEXT NOT NULL, recipient BIGINT NOT NULL,
            PRIMARY KEY (list, number, value, recipient));
        CREATE TABLE contact (list BIGINT NOT NULL, recipient BIGINT NOT NULL, PRIMARY KEY (list, recipient));
        CREATE INDEX contact_by_recipient ON contact (recipient);
        CREATE TABLE table_row (
            list BIGINT NOT NULL REFERENCES recipient_list, key TEXT NOT NULL, cells TEXT NOT NULL,
            modified BIGINT NOT NULL, PRIMARY KEY (list, key));
        """

    /// `lease` is until when the server `worker` has a running job for itself.
    private static let jobs = """
        CREATE TABLE job_file (
            app TEXT NOT NULL REFERENCES app, name TEXT NOT NULL, length BIGINT NOT NULL, stored BIGINT NOT NULL,
            PRIMARY KEY (app, name));
        CREATE TABLE job_file_part (
            app TEXT NOT NULL, name TEXT NOT NULL, start BIGINT NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (app, name, start), FOREIGN KEY (app, name) REFERENCES job_file ON DELETE CASCADE);
        CREATE TABLE job (
            id BIGINT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, work TEXT NOT NULL, state TEXT NOT NULL,
            done BIGINT NOT NULL, added BIGINT NOT NULL, changed BIGINT NOT NULL, refused BIGINT NOT NULL,
            position TEXT NOT NULL, failure TEXT, made_by TEXT NOT NULL, created BIGINT NOT NULL, ended BIGINT,
            lease BIGINT NOT NULL, worker TEXT NOT NULL);
        CREATE INDEX job_by_app ON job (app, id);
        CREATE INDEX job_open ON job (lease) WHERE ended IS NULL;
        CREATE TABLE job_refusal (
            job BIGINT NOT NULL REFERENCES job ON DELETE CASCADE, number BIGINT NOT NULL, reason TEXT NOT NULL,
            PRIMARY KEY (job, number));
        """
}
