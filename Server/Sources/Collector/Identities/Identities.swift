import MarqueeWire
import PlatformStore

/// The ids that installs have sent: whose events a timeline shows, and which installs belong to one person.
///
/// Recipients and mobile users are linked with their installs, because their events say so. Users, custom ids and
/// advertising ids are linked only on installs where the app has passed a common id. Those of the install's earlier
/// events are linked later, so that the order in which events arrive makes no difference.
struct Identities: Projection {
    static let recipient = PropertyKey("Recipient Id")
    static let mobileUser = PropertyKey("Primary User Id")
    static let custom = PropertyKey("Custom Id")
    static let common = PropertyKey("Common Id")

    let name = "identities"
    let eventNames: Set<String>? = nil
    let keys = [recipient, mobileUser, custom, common]

    let versions = [
        """
        CREATE TABLE identity_link (
            scope INTEGER NOT NULL, install TEXT NOT NULL, kind INTEGER NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL,
            event BLOB NOT NULL, removed INTEGER, PRIMARY KEY (scope, install, kind, id)) WITHOUT ROWID;
        CREATE INDEX identity_link_by_id ON identity_link (scope, kind, id);
        """,
        // An advertising id that is empty stands for the latest event without one.
        """
        ALTER TABLE identity_link ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
        UPDATE identity_link SET last = since;
        CREATE TABLE identity_earlier (
            scope INTEGER NOT NULL, install TEXT NOT NULL, position TEXT, PRIMARY KEY (scope, install)) WITHOUT ROWID;
        """,
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try IdentitiesFold(warehouse) }
}
