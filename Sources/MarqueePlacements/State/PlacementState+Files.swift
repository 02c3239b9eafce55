import GRDB
import MarqueeCore

/// The files of units: their sizes, and the order in which they were used.
extension PlacementState {
    /// A file was stored, or used again: it is the last one to be deleted.
    /// - Parameter size: the bytes on disk; `nil` for a file that was stored before.
    func fileUsed(_ name: String, size: Int? = nil) throws(MarqueeError) {
        try write { database in
            let last = "(SELECT COALESCE(MAX(used), 0) + 1 FROM file)"
            if let size {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO file (name, size, used) VALUES (?, ?, \(last))",
                    arguments: [name, size])
            } else {
                try database.execute(sql: "UPDATE file SET used = \(last) WHERE name = ?", arguments: [name])
            }
        }
    }

    /// The bytes of all files.
    func fileBytes() throws(MarqueeError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT COALESCE(SUM(size), 0) FROM file") ?? 0 }
    }

    /// All files, those that were not used for the longest time first.
    func files() throws(MarqueeError) -> [(name: String, size: Int64)] {
        try read { try Row.fetchAll($0, sql: "SELECT name, size FROM file ORDER BY used").map { ($0[0], $0[1]) } }
    }

    func forgetFiles() throws(MarqueeError) { try write { try $0.execute(sql: "DELETE FROM file") } }

    func forgetFile(_ name: String) throws(MarqueeError) {
        try write { try $0.execute(sql: "DELETE FROM file WHERE name = ?", arguments: [name]) }
    }
}
