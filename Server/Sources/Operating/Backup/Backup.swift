import Collector
package import Foundation
package import MarqueeWire
package import PlatformStore

/// Writes everything that a data directory holds into one file, while a server may go on using it.
///
/// The parts are read in an order that makes them fit each other. An event is in the spool before it is in the warehouse,
/// so the spool comes first. A row is stored after the object and the key that it names, so the tables come before those.
package struct Backup: Sendable {
    /// How many objects are listed at once.
    private static let page = 1000

    /// What is being done: a name for people, what is done, and all there is to do if that is known.
    package typealias Progress = @Sendable (String, Int, Int?) -> Void

    private let platform: Platform
    private let database: DatabaseAddress
    private let program: String
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - platform: the stores of the data directory.
    ///   - database: where its control plane is.
    ///   - program: the version of this program.
    ///   - now: the wall clock; tests set it.
    package init(
        of platform: Platform, database: DatabaseAddress, program: String,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.platform = platform
        self.database = database
        self.program = program
        self.now = now
    }

    /// Writes the backup.
    /// - Parameters:
    ///   - output: an open file or pipe.
    ///   - path: names the output in errors.
    ///   - staging: an empty folder, which needs room for the tables and the warehouse.
    ///   - isIncomplete: whether objects that current releases need may be missing.
    ///   - progress: hears what is being done.
    /// - Returns: what was written.
    /// - Throws: `invalid` for a database of another layout, `damaged` for an object that has changed or is missing,
    ///   `diskFull`, `storage`.
    package func write(
        to output: FileHandle, path: String, staging: URL, isIncomplete: Bool = false,
        progress: @escaping Progress = { _, _, _ in }
    ) async throws(StoreError) -> BackupSummary {
        let began = now()
        let warehouse = staging.appending(path: "warehouse.sqlite3")
        let events = try EventsCopy(of: platform.folder.appending(path: "events"), warehouse: warehouse) { done, all in
            progress("Copying the warehouse", done, all)
        }
        let plane = try await ControlPlane.open(database, in: platform.folder)
        progress("Reading the database", 0, nil)
        let tables = try await plane.export(to: staging)
        let archive = ArchiveWriter(to: output, path: path, time: Int(began.milliseconds / 1000))
        let manifest = BackupManifest(
            program: program, engine: database.isShared ? "PostgreSQL" : "SQLite", layout: plane.layout, began: began,
            tables: tables)
        try archive.add(BackupManifest.entry, try manifest.bytes())
        for table in plane.tables {
            try addAndRemove(staging.appending(path: "\(table.name).jsonl"), to: archive, as: .table(table.name))
        }
        try await addKeys(to: archive)
        if events.hasWarehouse { try addAndRemove(warehouse, to: archive, as: .warehouse) }
        for part in events.spool {
            try archive.add(BackupEntry.spool(part.name).name, size: part.size) { (offset, count) throws(StoreError) in
                Data(try part.read(count, at: offset))
            }
        }
        // What is current now was stored before the objects are listed.
        let releases = try await currentReleases()
        let objects = try await addObjects(to: archive, progress)
        if !isIncomplete { for release in releases { try await require(release, among: objects) } }
        try archive.finish()
        return BackupSummary(
            file: path, began: "\(began)", entries: archive.count, bytes: archive.size, objects: objects.count,
            rows: tables.reduce(0) { $0 + $1.rows })
    }

    /// Adds a staged file and removes it, so that its room is free again.
    private func addAndRemove(_ file: URL, to archive: ArchiveWriter, as entry: BackupEntry) throws(StoreError) {
        try archive.add(entry.name, file: file)
        try? FileManager.default.removeItem(at: file)
    }

    /// Signing keys are written as PEM, wherever the server keeps them, so that they can be restored on each engine.
    private func addKeys(to archive: ArchiveWriter) async throws(StoreError) {
        let serverKey = KeyFiles.serverKey(in: platform.folder)
        if FileManager.default.fileExists(atPath: serverKey.path) {
            try archive.add(BackupEntry.serverKey.name, file: serverKey)
        }
        for app in try await platform.apps.apps() {
            for role in DocumentType.allCases {
                for key in try await platform.keys.signingKeys(app: app.id, role: role) {
                    let id: KeyID
                    do { id = try key.publicKey().id } catch { throw StoreError(.damaged, error.message) }
                    try archive.add(
                        BackupEntry.signingKey(app: app.id, role: role, id: "\(id)").name,
                        Data(key.pemRepresentation.utf8))
                }
            }
        }
    }

    private func addObjects(to archive: ArchiveWriter, _ progress: Progress) async throws(StoreError) -> Set<ObjectHash>
    {
        var (written, last) = (Set<ObjectHash>(), ObjectHash?.none)
        while true {
            let names = try await platform.objects.names(after: last, limit: Self.page)
            for name in names {
                // An object that was removed since it was listed belongs to nothing any more.
                guard let data = try await platform.objects.data(name, verifying: true) else { continue }
                try archive.add(BackupEntry.object(name).name, data)
                written.insert(name)
                progress("Objects", written.count, nil)
            }
            guard names.count == Self.page else { return written }
            last = names.last
        }
    }

    private func currentReleases() async throws(StoreError) -> [ReleaseRecord] {
        var releases: [ReleaseRecord] = []
        for scope in try await platform.releases.scopes() {
            if let release = try await platform.releases.latest(scope) { releases.append(release) }
        }
        return releases
    }

    /// A folder of objects that is missing looks like one without objects: a backup of it would pass for a good one.
    private func require(_ release: ReleaseRecord, among written: Set<ObjectHash>) async throws(StoreError) {
        func require(_ object: ObjectReference) throws(StoreError) {
            guard !written.contains(object.sha256) else { return }
            throw StoreError(
                .damaged,
                "object \(object.sha256), which release \(release.version) of \(release.scope) needs, is missing: restore the "
                    + "objects from an earlier backup, or make one without it by --incomplete")
        }
        try require(release.document)
        for reference in release.manifests {
            try require(reference.object)
            guard let data = try await platform.objects.data(reference.object.sha256, verifying: true) else { continue }
            let manifest: Manifest
            do { manifest = try Manifest(data) } catch {
                throw StoreError(.damaged, "the manifest \(reference.object.sha256) cannot be read", cause: error)
            }
            for item in manifest.items { try require(item.page) }
            for asset in manifest.assets { try require(asset.object) }
        }
    }
}
