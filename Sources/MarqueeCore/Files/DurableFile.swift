package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// File operations whose effect is on disk when they return.
package enum DurableFile {
    /// The file's bytes; `nil` when it is missing, unreadable or larger than `maximum`.
    package static func read(_ file: URL, maximum: Int) -> Data? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximum + 1) else { return nil }
        return data.count <= maximum ? data : nil
    }

    /// Replaces a file's contents in one step: a reader sees either the old bytes or the new ones.
    ///
    /// The same holds after the process is killed at any point.
    /// - Parameter written: called after the new bytes are written to a second file, and before the rename.
    package static func replace(_ file: URL, with data: Data, written: () throws -> Void) throws {
        let new = file.appendingPathExtension("new")
        try? FileManager.default.removeItem(at: new)
        guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let handle = try FileHandle(forWritingTo: new)
        defer { try? handle.close() }
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try written()
        try move(new, to: file)
    }

    /// Renames a file within one folder, replaces an existing file, and flushes the rename to disk.
    package static func move(_ file: URL, to destination: URL) throws {
        guard rename(file.path, destination.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try synchronize(destination.deletingLastPathComponent())
    }

    /// Deletes a file or folder and flushes the deletion to disk; nothing happens if there is none.
    package static func remove(_ file: URL) throws {
        guard !isMissing(file) else { return }
        try FileManager.default.removeItem(at: file)
        try synchronize(file.deletingLastPathComponent())
    }

    /// Whether there is no file; `false` if that cannot be known.
    package static func isMissing(_ file: URL) -> Bool { access(file.path, F_OK) != 0 && errno == ENOENT }

    /// Flushes a file or folder to disk.
    package static func synchronize(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
