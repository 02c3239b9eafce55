import MarqueeWire
import Synchronization

/// What has a `LIST_ID`, with how much is in it.
extension SQLRecipientStore {
    func entries(app: String, kinds: Set<ListEntry.Kind>) async throws(StoreError) -> [ListEntry] {
        guard !kinds.isEmpty else { return [] }
        let words = kinds.map(\.rawValue).sorted()
        let places = Array(repeating: "?", count: words.count).joined(separator: ", ")
        return try await entries("l.app = ? AND l.kind IN (\(places)) AND l.removed IS NULL", [app] + words)
    }

    func entry(_ id: Int64, app: String) async throws(StoreError) -> ListEntry {
        let found = try await entries("l.id = ? AND l.app = ? AND l.removed IS NULL", [id, app])
        guard let entry = found.first else { throw StoreError(.noList, "there is no list \(id)") }
        return entry
    }

    func entry(named name: String, _ kind: ListEntry.Kind, app: String) async throws(StoreError) -> ListEntry? {
        let folded = ListColumn.folded(name)
        return try await entries(
            "l.app = ? AND l.folded = ? AND l.kind = ? AND l.removed IS NULL", [app, folded, kind.rawValue]
        ).first
    }

    /// - Parameter condition: fixed words.
    private func entries(_ condition: String, _ arguments: [any SQLBindable & Sendable]) async throws(StoreError)
        -> [ListEntry]
    {
        let (now, sizes) = (database.now(), sizes)
        return try await database.read { db in
            try db.rows("SELECT l.* FROM recipient_list l WHERE \(condition) ORDER BY l.folded", arguments).compactMap {
                row in
                guard let kind = ListEntry.Kind(rawValue: try row["kind"]) else { return nil }
                let (id, calculated): (Int64, Int?) = try (row["id"], row["size"])
                let size = kind == .query ? calculated ?? 0 : try sizes.size(of: id, kind, at: now, db)
                return try ListEntry(
                    id: id, kind: kind, name: row["name"], folder: row["folder"], parent: row["parent"], size: size,
                    created: row["created"], modified: row["modified"])
            }
        }
    }
}

/// How much is in lists and tables: small ones are counted, and what was counted of a large one is good for a minute.
///
/// A number that each addition changes would let additions wait for each other.
final class ListSizes: Sendable {
    /// Up to so many rows are counted at each call.
    static let countedAlways = 5_000
    static let period = Duration.seconds(60)
    /// So many numbers are remembered.
    private static let most = 10_000

    private let known = Mutex<[Int64: (size: Int, time: Timestamp)]>([:])

    func size(of id: Int64, _ kind: ListEntry.Kind, at now: Timestamp, _ db: any SQLTransaction) throws -> Int {
        let rows =
            switch kind {
            case .database, .query: "recipient WHERE list = ? AND removed IS NULL"
            case .contacts: "contact WHERE list = ?"
            case .table: "table_row WHERE list = ?"
            }
        if let (size, time) = known.withLock({ $0[id] }), (time..<time + Self.period).contains(now) { return size }
        let few = try db.count(
            "SELECT COUNT(*) FROM (SELECT 1 FROM \(rows) LIMIT ?) AS x", [id, Self.countedAlways + 1])
        guard few > Self.countedAlways else { return few }
        let size = try db.count("SELECT COUNT(*) FROM \(rows)", [id])
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[id] = (size, now)
        }
        return size
    }
}
