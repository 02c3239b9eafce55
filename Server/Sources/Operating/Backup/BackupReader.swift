import Foundation
import MarqueeWire
import PlatformStore

/// Unpacks a backup into a folder and checks all of it.
struct BackupReader {
    /// A backup whose bytes are all as they were written.
    struct Unpacked {
        let manifest: BackupManifest
        /// The objects among its entries.
        let objects: [ObjectHash]
        /// The signing keys among its entries.
        let keys: [BackupEntry]
    }

    private let folder: URL

    init(into folder: URL) {
        self.folder = folder
    }

    /// - Throws: `damaged` or `invalid` with the name of the entry.
    func read(_ input: FileHandle, size: Int?, _ progress: Backup.Progress) throws(StoreError) -> Unpacked {
        let archive = ArchiveReader(input, size: size)
        guard let first = try Self.firstEntry(of: archive), first.name == BackupManifest.entry else {
            throw StoreError(
                .invalid, "the file is not a backup of Marquee: it does not begin with \(BackupManifest.entry)")
        }
        let manifest = try BackupManifest.read(try archive.readEntry())
        var (objects, keys, done) = ([ObjectHash](), [BackupEntry](), 0)
        var (checksums, seal) = (Data(), Data())
        while let (name, length) = try archive.next() {
            guard let entry = BackupEntry(name), entry != .manifest else {
                throw StoreError(.invalid, "the entry \(name) is nothing that a backup has")
            }
            switch entry {
            case .checksums: checksums = try archive.readEntry()
            case .seal: seal = try archive.readEntry()
            default: try unpack(name, length, from: archive)
            }
            if case .object(let hash) = entry { objects.append(hash) }
            if case .signingKey = entry { keys.append(entry) }
            done += length
            progress("Unpacking bytes", done, nil)
        }
        let hashes = try archive.verify(checksums, seal: seal)
        try check(manifest, hashes)
        return Unpacked(manifest: manifest, objects: objects, keys: keys)
    }

    /// A file that is no archive at all has no readable header either.
    private static func firstEntry(of archive: ArchiveReader) throws(StoreError) -> (name: String, length: Int)? {
        do throws(StoreError) { return try archive.next() } catch {
            throw StoreError(
                error.code, "the file is not a backup of Marquee, or its first header is damaged: \(error.message)")
        }
    }

    private func unpack(_ name: String, _ length: Int, from archive: ArchiveReader) throws(StoreError) {
        let url = folder.appending(path: name)
        try PrivateFile.makeFolder(url.deletingLastPathComponent())
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.storage, "cannot create \(url.path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try archive.readEntry { (piece) throws(StoreError) in
            do { try file.write(contentsOf: piece) } catch {
                let isFull = [ENOSPC, EDQUOT].contains(errno)
                throw StoreError(
                    isFull ? .diskFull : .storage, "cannot write \(url.path): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Checks what the entries say about each other: each table is there, and each object has the hash of its name.
    private func check(_ manifest: BackupManifest, _ hashes: [String: String]) throws(StoreError) {
        for table in manifest.tables {
            guard hashes[BackupEntry.table(table.table).name] == table.sha256 else {
                throw StoreError(
                    .damaged,
                    "the entry \(BackupEntry.table(table.table).name) is not the table that the manifest names")
            }
        }
        let tables = Set(manifest.tables.map(\.table))
        for (name, hash) in hashes {
            switch BackupEntry(name) {
            case .object(let expected) where expected.hex != hash:
                throw StoreError(.damaged, "the object \(name) is damaged")
            case .table(let table) where !tables.contains(table):
                throw StoreError(.invalid, "the entry \(name) is not named in the manifest")
            default: break
            }
        }
    }
}
