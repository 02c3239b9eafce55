package import Foundation
package import PlatformStore

/// A folder for the work of one backup, which is removed at the end; what a killed process left goes with the next one.
package final class BackupWorkplace: Sendable {
    private static let prefix = ".marquee-backup-"
    /// In seconds; a folder that is younger may belong to a process that is about to lock it.
    private static let youngest = 60.0

    package let folder: URL
    private let lock: Int32

    /// Makes the folder and removes those beside it that no process uses any more.
    /// - Throws: `storage`.
    package init(in parent: URL) throws(StoreError) {
        Self.removeLeftovers(in: parent)
        folder = parent.appending(path: "\(Self.prefix)\(UUID().uuidString)", directoryHint: .isDirectory)
        try PrivateFile.makeFolder(folder)
        // The system unlocks the folder when the process ends, whatever the reason.
        lock = Self.lock(folder)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        close(lock)
    }

    private static func removeLeftovers(in parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = parent.appending(path: name, directoryHint: .isDirectory)
            // A folder of temporary files also has those of other users.
            guard let known = try? FileManager.default.attributesOfItem(atPath: folder.path),
                (known[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid(),
                let changed = known[.modificationDate] as? Date,
                changed.addingTimeInterval(youngest) < Date()
            else { continue }
            let lock = lock(folder)
            guard lock >= 0 else { continue }
            try? FileManager.default.removeItem(at: folder)
            close(lock)
        }
    }

    /// - Returns: a descriptor; negative when another process has the lock.
    private static func lock(_ folder: URL) -> Int32 {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
        close(descriptor)
        return -1
    }
}
