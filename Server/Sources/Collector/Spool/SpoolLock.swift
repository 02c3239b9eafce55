import Foundation
import PlatformStore

/// Keeps a second process away from the spool, because it would remove files that the first still writes to.
final class SpoolLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder for the life of this object; the system unlocks it when the process ends, whatever the reason.
    /// - Throws: `storage` when another process has the lock.
    init(in folder: URL) throws(StoreError) {
        descriptor = open(Self.file(in: folder).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // A program that this process starts holds the lock that was given back just before, until it is loaded; and a
        // command that looks whether a server runs holds it for a moment.
        let deadline = ContinuousClock.now + .seconds(1)
        while descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = errno
            if descriptor >= 0, error == EWOULDBLOCK || error == EINTR, ContinuousClock.now < deadline {
                usleep(20_000)
                continue
            }
            if descriptor >= 0 { close(descriptor) }
            let reason = error == EWOULDBLOCK ? "another process uses it" : String(cString: strerror(error))
            throw StoreError(.storage, "the spool \(folder.path) cannot be opened: \(reason)")
        }
    }

    static func file(in folder: URL) -> URL { folder.appending(path: "lock") }

    /// Whether a process has the lock; a folder that nobody ever locked stays as it is.
    static func isHeld(in folder: URL) -> Bool {
        let descriptor = open(file(in: folder).path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit { close(descriptor) }
}
