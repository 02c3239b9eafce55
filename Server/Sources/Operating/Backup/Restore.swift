import Collector
package import Foundation
import MarqueeWire
package import PlatformStore

/// Makes a data directory from a backup.
///
/// Everything is unpacked beside its later place and checked before anything of it becomes visible. After an error, the
/// folder is as it was, and so is a PostgreSQL database unless the error says that it is filled.
package struct Restore: Sendable {
    /// Folders that a new file system comes with.
    private static let ignored: Set = ["lost+found"]

    /// The name in the audit log.
    private static let who = "marquee restore"

    private let folder: URL
    private let database: DatabaseAddress
    private let objects: ObjectsAddress

    /// - Parameters:
    ///   - folder: the data directory to make: missing, or empty.
    ///   - database: where the control plane goes; a PostgreSQL database has to be empty.
    ///   - objects: where the objects go.
    package init(to folder: URL, database: DatabaseAddress = .folder, objects: ObjectsAddress = .folder) {
        self.folder = folder
        self.database = database
        self.objects = objects
    }

    /// Reads a backup.
    /// - Parameters:
    ///   - input: an open file or pipe.
    ///   - size: the file's size in bytes; `nil` for a pipe.
    ///   - progress: hears what is being done.
    /// - Throws: `alreadyExists` when the folder has anything in it; `damaged` and `invalid`, with the entry's name, for a
    ///   file that is not as it was written, is no backup, or is one of a later version; `diskFull`, `storage`.
    package func read(
        _ input: FileHandle, size: Int?, progress: @escaping Backup.Progress = { _, _, _ in }
    ) async throws(StoreError) -> RestoreSummary {
        let isNew = try requireEmpty()
        try PrivateFile.makeFolder(folder)
        let staging = folder.appending(path: ".restoring-\(UUID().uuidString)", directoryHint: .isDirectory)
        try PrivateFile.makeFolder(staging)
        do throws(StoreError) {
            let unpacked = try BackupReader(into: staging).read(input, size: size, progress)
            try await fillDatabase(unpacked, in: staging, progress)
            return RestoreSummary(
                folder: folder.path, began: "\(unpacked.manifest.began)", program: unpacked.manifest.program,
                objects: unpacked.objects.count, rows: unpacked.manifest.tables.reduce(0) { $0 + $1.rows })
        } catch {
            try? FileManager.default.removeItem(at: staging)
            // Only while it is empty: another process may have begun to use it.
            if isNew { rmdir(folder.path) }
            throw error
        }
    }

    /// - Returns: whether the folder is missing.
    private func requireEmpty() throws(StoreError) -> Bool {
        guard FileManager.default.fileExists(atPath: folder.path) else { return true }
        try requireNothing(but: Self.ignored)
        return false
    }

    private func requireNothing(but known: Set<String>) throws(StoreError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw StoreError(.invalid, "\(folder.path) is not a folder that can be read")
        }
        let others = names.filter { !known.contains($0) }.sorted()
        guard others.isEmpty else {
            let some = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? " and more" : "")
            throw StoreError(
                .alreadyExists, "\(folder.path) is not empty, it has \(some): name a directory that is empty or missing"
            )
        }
    }

    private func fillDatabase(
        _ unpacked: BackupReader.Unpacked, in staging: URL, _ progress: @escaping Backup.Progress
    ) async throws(StoreError) {
        let layout = unpacked.manifest.layout
        guard database.isShared else {
            try await fill(try await ControlPlane.make(in: staging, layout: layout), unpacked, in: staging, progress)
            return try putInPlace(staging)
        }
        try await ControlPlane.filling(database, from: "a backup", layout: layout, continues: false) {
            (plane) async throws(StoreError) in
            try await fill(plane, unpacked, in: staging, progress)
            try await storeKeys(unpacked.keys, from: staging, in: try await plane.sharedKeys(in: staging))
            try database.writeNote(in: staging)
        }
        do throws(StoreError) { try putInPlace(staging) } catch {
            throw StoreError(
                error.code,
                "\(error.message); \(database) is filled already: drop it and create it again before the next attempt",
                cause: error)
        }
    }

    private func fill(
        _ plane: ControlPlane, _ unpacked: BackupReader.Unpacked, in staging: URL,
        _ progress: @escaping Backup.Progress
    ) async throws(StoreError) {
        let texts = staging.appending(path: "database")
        let stored = try await plane.fill(from: texts) { table, done in progress("Rows of \(table)", done, nil) }
        guard stored == unpacked.manifest.tables else {
            let wrong = zip(stored, unpacked.manifest.tables).first { $0 != $1 }?.1.table ?? "the database"
            throw StoreError(.damaged, "\(BackupEntry.table(wrong).name) was not stored as it is in the backup")
        }
        try remove(texts)
        if objects.isShared { try await upload(unpacked.objects, to: plane, from: staging, progress) }
    }

    /// Objects that are in a bucket when a later step fails belong to nothing, and cost only their room.
    private func upload(
        _ names: [ObjectHash], to plane: ControlPlane, from staging: URL, _ progress: Backup.Progress
    ) async throws(StoreError) {
        let store = try await plane.sharedObjects(objects, in: staging)
        for (index, name) in names.enumerated() {
            let file = staging.appending(path: BackupEntry.object(name).name)
            let data: Data
            do { data = try Data(contentsOf: file) } catch {
                throw StoreError(.storage, "cannot read \(file.path)", cause: error)
            }
            let reference = try await store.put(data)
            // A bucket that was used before may have the object already, and have it damaged.
            guard try await store.data(reference.sha256, verifying: true) != nil else {
                throw StoreError(.damaged, "the bucket does not keep the object \(name)")
            }
            progress("Objects", index + 1, names.count)
        }
        let folder = staging.appending(path: "objects")
        if FileManager.default.fileExists(atPath: folder.path) { try remove(folder) }
    }

    /// Servers that share a database keep their signing keys in it.
    private func storeKeys(
        _ entries: [BackupEntry], from staging: URL, in keys: any KeyStore
    ) async throws(StoreError) {
        for entry in entries {
            guard case .signingKey(let app, let role, _) = entry else { continue }
            let file = staging.appending(path: entry.name)
            let key: SigningKey
            do { key = try SigningKey(pem: try String(contentsOf: file, encoding: .utf8)) } catch {
                throw StoreError(.damaged, "the key \(entry.name) cannot be read", cause: error)
            }
            _ = try await keys.store(key, role: role, app: app, by: Self.who)
            try remove(file)
        }
    }

    private func remove(_ url: URL) throws(StoreError) {
        do { try FileManager.default.removeItem(at: url) } catch {
            throw StoreError(.storage, "cannot remove \(url.path)", cause: error)
        }
    }

    /// Moves what was unpacked to its place, the database last: without it the folder is no data directory.
    private func putInPlace(_ staging: URL) throws(StoreError) {
        try requireNothing(but: Self.ignored.union([staging.lastPathComponent]))
        var moved: [String] = []
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: staging.path).sorted {
                (DatabaseAddress.isPart($0) ? 1 : 0, $0) < (DatabaseAddress.isPart($1) ? 1 : 0, $1)
            }
            sync()
            for name in names {
                try FileManager.default.moveItem(
                    at: staging.appending(path: name), to: folder.appending(path: name))
                moved.append(name)
            }
            try FileManager.default.removeItem(at: staging)
        } catch {
            for name in moved.reversed() {
                try? FileManager.default.moveItem(
                    at: folder.appending(path: name), to: staging.appending(path: name))
            }
            throw StoreError(.storage, "cannot move the restored files to \(folder.path)", cause: error)
        }
        try PrivateFile.sync(folder: folder)
    }
}
