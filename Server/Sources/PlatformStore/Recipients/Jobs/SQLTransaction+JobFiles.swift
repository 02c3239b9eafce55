import Foundation
import MarqueeWire

/// Files of jobs, which are kept in parts.
extension SQLTransaction {
    func createFile(_ name: String, app: String, at now: Timestamp) throws {
        try execute("INSERT INTO job_file (app, name, length, stored) VALUES (?, ?, 0, ?)", [app, name, now])
    }

    func append(_ bytes: Data, to name: String, app: String, at start: Int) throws {
        guard !bytes.isEmpty else { return }
        try execute(
            "INSERT INTO job_file_part (app, name, start, bytes) VALUES (?, ?, ?, ?)", [app, name, start, bytes])
        try execute(
            "UPDATE job_file SET length = ? WHERE app = ? AND name = ?", [start + bytes.count, app, name])
    }

    func fileLength(_ name: String, app: String) throws -> Int {
        let lengths: [Int] = try column("SELECT length FROM job_file WHERE app = ? AND name = ?", [app, name])
        guard let length = lengths.first else { throw StoreError.noFile(name) }
        return length
    }

    func filePart(_ name: String, app: String, from offset: Int) throws -> Data {
        guard try fileLength(name, app: app) > offset else { return Data() }
        let part = try row(
            """
            SELECT start, bytes FROM job_file_part WHERE app = ? AND name = ? AND start <= ? ORDER BY start DESC LIMIT 1
            """, [app, name, max(0, offset)])
        guard let part else { throw StoreError(.damaged, "a part of the file \"\(name)\" is missing") }
        let (start, bytes): (Int, Data) = try (part["start"], part["bytes"])
        return Data(bytes.dropFirst(max(0, offset) - start))
    }

    /// Keeps the files of an app within their bounds.
    /// - Throws: `tooMany`.
    func requireRoom(for length: Int, files: Int, app: String) throws {
        let known = try count("SELECT COUNT(*) FROM job_file WHERE app = ?", [app])
        let bytes = try count("SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) FROM job_file WHERE app = ?", [app])
        guard known + files <= SQLJobStore.mostFiles, bytes + length <= SQLJobStore.mostFileBytes else {
            throw StoreError(
                .tooMany,
                "an app has at most \(SQLJobStore.mostFiles) files of 1 GiB together: remove some, or wait until they are "
                    + "30 days old")
        }
    }

    /// Keeps a file as it is while a job needs it.
    /// - Throws: `fileInUse`.
    func requireUnused(_ name: String, app: String) throws {
        let open = try rows("SELECT id, work FROM job WHERE app = ? AND ended IS NULL", [app])
        for row in open where try row.json("work", as: JobWork.self).file == name {
            throw StoreError(.fileInUse, "the job \(try row["id"] as Int64) uses the file \"\(name.prefix(80))\"")
        }
    }
}
