import GRDB
import MarqueeWire

/// The sessions of one kind on disk, in `state.sqlite3`.
struct SessionHistory: Sendable {
    /// The maximum number of ended sessions of a kind that are kept.
    static let kept = 1_000

    static let migration = Migration(
        "2",
        sql: """
            CREATE TABLE session (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                start INTEGER NOT NULL,
                activeTime INTEGER NOT NULL,
                lastActive INTEGER NOT NULL,
                isEnded INTEGER NOT NULL DEFAULT 0
            );
            """)

    /// A capability may count sessions with a timeout of its own; the sessions of before are those of the core.
    static let kindMigration = Migration("3", sql: "ALTER TABLE session ADD COLUMN kind TEXT NOT NULL DEFAULT ''")

    let state: SDKState
    /// Which sessions; empty for those of the core.
    var kind = ""

    /// The session of an earlier process that has not ended yet.
    func unended() throws(MarqueeError) -> Session? {
        try state.read { database in
            try Row.fetchOne(
                database,
                sql: "SELECT * FROM session WHERE NOT isEnded AND kind = ? ORDER BY number DESC LIMIT 1",
                arguments: [kind]
            ).map(Self.session)
        }
    }

    func store(_ session: Session, isEnded: Bool) throws(MarqueeError) {
        try state.write { database in
            try database.execute(
                sql: """
                    INSERT INTO session (id, start, activeTime, lastActive, isEnded, kind) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET activeTime = excluded.activeTime, lastActive = excluded.lastActive,
                        isEnded = excluded.isEnded
                    """,
                arguments: [
                    session.id, session.start.milliseconds, session.activeTime.milliseconds,
                    session.lastActive.milliseconds, isEnded, kind,
                ])
            guard isEnded else { return }
            try database.execute(
                sql: """
                    DELETE FROM session WHERE isEnded AND kind = ?1 AND number <= (
                        SELECT number FROM session WHERE isEnded AND kind = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                    """,
                arguments: [kind, Self.kept])
        }
    }

    /// The ended sessions with a higher number. A number above those of all sessions comes from a file that was lost.
    func ended(after number: Int64) throws(MarqueeError) -> [EndedSession] {
        try state.read { database in
            let newest = try Self.newest(database, kind) ?? 0
            return try Row.fetchAll(
                database, sql: "SELECT * FROM session WHERE isEnded AND kind = ? AND number > ? ORDER BY number",
                arguments: [kind, number > newest ? 0 : number]
            ).map { EndedSession(number: $0["number"], session: Self.session($0)) }
        }
    }

    /// Whether no session of this kind is stored.
    func isEmpty() throws(MarqueeError) -> Bool { try state.read { try Self.newest($0, kind) == nil } }

    private static func newest(_ database: Database, _ kind: String) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT MAX(number) FROM session WHERE kind = ?", arguments: [kind])
    }

    /// Deletes the ended sessions of every kind.
    func deleteEnded() throws(MarqueeError) {
        try state.write { try $0.execute(sql: "DELETE FROM session WHERE isEnded") }
    }

    private static func session(_ row: Row) -> Session {
        var session = Session(id: row["id"], start: Timestamp(milliseconds: row["start"]))
        session.activeTime = .milliseconds(row["activeTime"] as Int64)
        session.lastActive = Timestamp(milliseconds: row["lastActive"])
        return session
    }
}

/// An ended session with its number. A reader that stores the number of the last session it has read misses no session
/// and counts none twice, even if the process is killed.
public struct EndedSession: Sendable, Hashable {
    /// The number of the session, which rises with each session of the install.
    public let number: Int64
    /// The ended session.
    public let session: Session
}
