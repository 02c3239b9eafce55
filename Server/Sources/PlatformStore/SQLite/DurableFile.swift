package import Foundation

/// Writes files that are either complete on disk or missing, and that only their owner can use.
package enum DurableFile {
    private static let mode: mode_t = 0o600

    /// Writes a new file beside its place, syncs it, and renames it there.
    /// - Throws: `diskFull`, `storage`.
    package static func write(_ data: Data, to url: URL) throws(StoreError) {
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
        guard rename(partial.path, url.path) == 0 else { throw failure("rename", url) }
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
    static func mode(of url: URL) -> mode_t? {
        var status = stat()
        return stat(url.path, &status) == 0 ? status.st_mode & 0o777 : nil
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
