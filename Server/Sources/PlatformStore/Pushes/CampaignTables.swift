/// The tables of saved questions, link maps and push campaigns.
///
/// A delivery refers to a recipient without a constraint: removing recipients has its own steps, and
/// ``PushCampaignStore/forget(_:app:)`` removes the deliveries of a person.
enum CampaignTables {
    static let migration = SQLMigration(name: "14 questions, links and pushes") {
        try $0.script(
            """
            CREATE TABLE saved_question (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, kind TEXT NOT NULL, name TEXT NOT NULL,
                question TEXT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL);
            CREATE UNIQUE INDEX saved_question_by_name ON saved_question (app, kind, name);
            CREATE TABLE link_map (
                app TEXT PRIMARY KEY NOT NULL REFERENCES app, text TEXT NOT NULL, made_by TEXT NOT NULL,
                stored BIGINT NOT NULL);
            CREATE TABLE push_campaign (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, name TEXT NOT NULL,
                message TEXT NOT NULL, call_to_action TEXT NOT NULL, link TEXT NOT NULL, valid_hours BIGINT NOT NULL,
                list BIGINT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL, begun BIGINT, ended BIGINT);
            CREATE UNIQUE INDEX push_campaign_by_name ON push_campaign (app, name);
            CREATE TABLE push_delivery (
                campaign TEXT NOT NULL REFERENCES push_campaign ON DELETE CASCADE, recipient BIGINT NOT NULL,
                outcome TEXT NOT NULL, time BIGINT NOT NULL, PRIMARY KEY (campaign, recipient));
            CREATE INDEX push_delivery_by_recipient ON push_delivery (recipient);
            """)
    }
}
