package import Foundation
package import PlatformStore

/// Keeps servers away from a data directory, as a server keeps other servers away.
package final class EventsLock: Sendable {
    private let lock: SpoolLock?

    /// Locks the folder of events for the life of this object. Where no server ever ran, there is nothing to lock.
    /// - Throws: `storage` when a server uses the folder.
    package init(of folder: URL) throws(StoreError) {
        let spool = folder.appending(path: "spool")
        // A lock that is made here would belong to this user, who need not be the server's.
        lock = FileManager.default.fileExists(atPath: SpoolLock.file(in: spool).path) ? try SpoolLock(in: spool) : nil
    }

    /// Whether a server uses the folder of events at this moment; nothing is made.
    package static func isHeld(of folder: URL) -> Bool {
        SpoolLock.isHeld(in: folder.appending(path: "spool"))
    }
}
