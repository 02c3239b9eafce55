import MarqueeWire
import PlatformStore

/// Writes the table `identity_link`.
final class IdentityRows {
    /// What systems return in place of an advertising id that may not be used.
    private static let noAdvertiser = Array("00000000-0000-0000-0000-000000000000".utf8)

    private let store: SQLiteStatement
    private let removeSurplus: SQLiteStatement
    private let eraseInstall: SQLiteStatement
    private let eraseID: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        store = try connection.prepare(
            """
            INSERT INTO identity_link (scope, install, kind, id, since, event, last) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (scope, install, kind, id) DO UPDATE SET last = MAX(last, excluded.last),
            event = CASE WHEN (excluded.since, excluded.event) < (since, event) THEN excluded.event ELSE event END,
            since = MIN(since, excluded.since)
            """)
        // Links that somebody has removed stay, or later events would make them again.
        removeSurplus = try connection.prepare(
            """
            DELETE FROM identity_link WHERE scope = ?1 AND install = ?2 AND kind = ?3 AND id IN (
                SELECT id FROM identity_link WHERE scope = ?1 AND install = ?2 AND kind = ?3
                AND removed IS NULL AND id <> '' ORDER BY last DESC, id DESC LIMIT -1 OFFSET ?4)
            """)
        eraseInstall = try connection.prepare("DELETE FROM identity_link WHERE scope = ? AND install = ?")
        eraseID = try connection.prepare("DELETE FROM identity_link WHERE scope = ? AND kind = ? AND id = ?")
    }

    /// The advertising id as links have it: empty for one that may not be used.
    static func advertiser(_ id: [UInt8]) -> [UInt8] { id == noAdvertiser ? [] : id }

    func store(
        _ span: IdentitySpan, scope: Int64, install: String, kind: IdentityLink.Kind, id: [UInt8]
    ) throws(StoreError) {
        store.bind(1, scope)
        store.bind(2, install)
        store.bind(3, Int64(kind.rawValue))
        store.bind(4, text: id)
        store.bind(5, span.since)
        store.bind(6, blob: span.event.bytes)
        store.bind(7, span.last)
        try store.run()
        removeSurplus.bind(1, scope)
        removeSurplus.bind(2, install)
        removeSurplus.bind(3, Int64(kind.rawValue))
        removeSurplus.bind(4, Int64(IdentityLink.most))
        try removeSurplus.run()
    }

    func erase(_ person: ErasedPerson) throws(StoreError) {
        for device in person.ids.devices {
            eraseInstall.bind(1, person.scope)
            eraseInstall.bind(2, device)
            try eraseInstall.run()
        }
        for (kind, id) in person.ids.named + person.ids.users.map({ (kind: IdentityLink.Kind.user, id: $0) }) {
            eraseID.bind(1, person.scope)
            eraseID.bind(2, Int64(kind.rawValue))
            eraseID.bind(3, id)
            try eraseID.run()
        }
    }
}
