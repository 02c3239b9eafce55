package import Foundation

/// Writes files that are either complete on disk or missing, and that only their owner can use.
package enum PrivateFile {
    private static let mode: mode_t = 0o600

    /// Writes a new file beside its place, syncs it, and renames it there.
    /// - Throws: `diskFull`, `storage`.
    package static func write(_ data: Data, to url: URL) throws(StoreError) {
        try place(data, at: url) { partial throws(StoreError) in
            guard rename(partial.path, url.path) == 0 else { throw failure("rename", url) }
        }
    }

    /// Gives a file that is complete on disk its place in the same file system.
    /// - Throws: `diskFull`, `storage`.
    static func move(_ file: URL, to url: URL) throws(StoreError) {
        guard chmod(file.path, mode) == 0, rename(file.path, url.path) == 0 else { throw failure("rename", url) }
        try sync(folder: url.deletingLastPathComponent())
    }

    /// Writes a file that must not be there yet.
    /// - Returns: `false` when there is one, which stays as it is; also when another process was faster.
    /// - Throws: `diskFull`, `storage`.
    static func create(_ data: Data, at url: URL) throws(StoreError) -> Bool {
        var isNew = true
        try place(data, at: url) { partial throws(StoreError) in
            guard link(partial.path, url.path) != 0 else { return }
            guard errno == EEXIST else { throw failure("create", url) }
            isNew = false
        }
        return isNew
    }

    /// Writes and syncs a file of another name in the same folder, and lets `move` give it its name.
    private static func place(_ data: Data, at url: URL, move: (URL) throws(StoreError) -> Void) throws(StoreError) {
        let folder = url.deletingLastPathComponent()
        let partial = folder.appending(path: ".partial-\(UUID().uuidString)")
        let descriptor = open(partial.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("create", partial) }
        defer { unlink(partial.path) }
        do {
            defer { close(descriptor) }
            try writeAll(data, to: descriptor, partial)
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw failure("sync", partial) }
        }
        try move(partial)
        try sync(folder: folder)
    }

    /// Creates a folder and its parents.
    package static func makeFolder(_ url: URL) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(.storage, "the folder \(url.path) cannot be created", cause: error)
        }
    }

    /// The permissions of a file or folder; `nil` when it does not exist.
    package static func mode(of url: URL) -> mode_t? {
        var status = stat()
        return stat(url.path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// - Throws: `permissions` when others than the owner may use the file or folder, `notFound`.
    static func requirePrivate(_ url: URL) throws(StoreError) {
        guard let mode = mode(of: url) else { throw StoreError(.notFound, "\(url.path) does not exist") }
        guard mode & 0o077 == 0 else {
            throw StoreError(
                .permissions,
                "\(url.path) can be used by others (mode \(String(mode, radix: 8))); make it private with chmod go-rwx")
        }
    }

    private static func writeAll(_ data: Data, to descriptor: Int32, _ url: URL) throws(StoreError) {
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        } catch {
            throw failure("write", url)
        }
    }

    /// Syncs a folder, so that the names of its files are on disk.
    package static func sync(folder: URL) throws(StoreError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", folder) }
    }

    private static func failure(_ step: String, _ url: URL) -> StoreError {
        let reason = String(cString: strerror(errno))
        return StoreError(
            errno == ENOSPC || errno == EDQUOT ? .diskFull : .storage, "cannot \(step) \(url.path): \(reason)")
    }
}
