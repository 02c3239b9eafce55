import Foundation
import MarqueeWire
import PlatformStore

extension Doctor {
    private static let enough = 1 << 30
    private static let little = 100 << 20

    /// Who may use the data directory, and whether the server can write to it.
    func folderChecks() -> [Check] {
        let folder = subject.folder
        var checks: [Check] = []
        let (mode, path) = (PrivateFile.mode(of: folder) ?? 0, folder.path)
        if mode & 0o077 == 0 {
            checks.append(Check("data directory", .ok, "\(path) belongs to its owner alone"))
        } else {
            checks.append(
                Check(
                    "data directory", .warning,
                    "others of this machine can use \(path) (mode \(String(mode, radix: 8))): chmod 700 \(path)"))
        }
        checks.append(
            access(path, W_OK) == 0
                ? Check("writing", .ok, "this user can write to \(path)")
                : Check("writing", .wrong, "this user cannot write to \(path): run as the server's user, or chown it"))
        checks.append(keyFileCheck(folder.appending(path: "keys")))
        return checks
    }

    /// A key that others can read is refused by the server.
    private func keyFileCheck(_ keys: URL) -> Check {
        let files = FileManager.default.enumerator(atPath: keys.path)?.compactMap { $0 as? String } ?? []
        let all = [keys] + files.sorted().map { keys.appending(path: $0) }
        let wide = all.filter { (PrivateFile.mode(of: $0) ?? 0) & 0o077 != 0 }
        guard let first = wide.first else {
            return Check("key files", .ok, "\(files.count) files and folders, private")
        }
        return Check(
            "key files", .wrong,
            "others can use \(first.path)\(wide.count > 1 ? " and \(wide.count - 1) more" : ""), so the server refuses "
                + "them: chmod -R go-rwx \(keys.path)")
    }

    /// Room for data and for temporary files.
    func diskChecks() -> [Check] {
        [("disk", subject.folder), ("temporary disk", FileManager.default.temporaryDirectory)].map { name, folder in
            var status = statvfs()
            guard statvfs(folder.path, &status) == 0 else {
                return Check(name, .skipped, "the free space of \(folder.path) cannot be read")
            }
            let free = Int(status.f_bavail) * Int(status.f_frsize)
            let text = "\(free >> 20) MiB free at \(folder.path)"
            if status.f_files > 0, status.f_favail == 0 {
                return Check(name, .wrong, "no further file can be made at \(folder.path): it has used all its inodes")
            }
            if free < Self.little, folder == subject.folder {
                return Check(name, .wrong, "\(text): make room, or nobody can sign in and events are refused")
            }
            return free < Self.enough
                ? Check(name, .warning, "\(text): make room before it is full")
                : Check(name, .ok, text)
        }
    }

    /// Whether the warehouse can be read, and how long events wait to be folded.
    func eventChecks(isRunning: Bool) -> [Check] {
        let events = subject.folder.appending(path: "events")
        let warehouse = events.appending(path: "warehouse.sqlite3")
        guard FileManager.default.fileExists(atPath: warehouse.path) else {
            return [Check("warehouse", .skipped, "there is none yet: a server makes it at its first start")]
        }
        var checks: [Check] = []
        do throws(StoreError) {
            checks.append(Self.warehouseCheck(warehouse, try SQLiteFile.integrity(of: warehouse)))
        } catch {
            checks.append(
                Check(
                    "warehouse", .wrong,
                    "\(warehouse.path) cannot be read (\(error.message)): restore it from a backup"))
        }
        checks.append(spoolCheck(events.appending(path: "spool"), isRunning: isRunning))
        let damaged = ((try? FileManager.default.contentsOfDirectory(atPath: events.path)) ?? []).filter {
            $0.hasPrefix("spool-damaged-")
        }
        if !damaged.isEmpty {
            checks.append(
                Check(
                    "damaged events", .warning,
                    "\(damaged.count) parts of the spool could not be read and were set aside in \(events.path): look at "
                        + "the disk, then delete them"))
        }
        return checks
    }

    private static func warehouseCheck(_ file: URL, _ integrity: DatabaseExamination.Integrity) -> Check {
        switch integrity {
        case .sound, .ofServer: Check("warehouse", .ok, "SQLite's quick check found nothing in \(file.path)")
        case .damaged(let fault): Check("warehouse", .wrong, "\(file.path): \(fault): restore it from a backup")
        case .tooLarge:
            Check(
                "warehouse", .skipped,
                "larger than 1 GiB: sqlite3 \(file.path) 'PRAGMA quick_check' while nobody waits")
        }
    }

    private func spoolCheck(_ spool: URL, isRunning: Bool) -> Check {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? [])
            .filter { $0.hasSuffix(".batches") }.map { spool.appending(path: $0) }
        let sizes = files.compactMap { (try? FileManager.default.attributesOfItem(atPath: $0.path))?[.size] as? Int }
        let size = sizes.reduce(0, +)
        let text = "\(files.count) files, \(size >> 10) KiB"
        guard size > 64 << 20 else { return Check("spool", .ok, text) }
        return Check(
            "spool", .warning,
            isRunning
                ? "\(text): folding is behind, or stands still: look for errors in the log"
                : "\(text) wait to be folded: start the server")
    }

    /// A file from the future shows that the clock went back.
    func clockChecks() -> [Check] {
        let names = [
            "marquee.sqlite3", "marquee.sqlite3-wal", "events/warehouse.sqlite3", "events/warehouse.sqlite3-wal",
        ]
        let times = names.compactMap { name in
            let path = subject.folder.appending(path: name).path
            return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        let clock = Date(timeIntervalSince1970: Double(now().milliseconds) / 1000)
        guard let newest = times.max(), newest > clock.addingTimeInterval(60) else {
            return [Check("clock and files", .ok, "no file is younger than the clock's time, \(now())")]
        }
        return [
            Check(
                "clock and files", .wrong,
                "the clock says \(now()), but a file was written \(Int(newest.timeIntervalSince(clock))) s later: set the "
                    + "clock (timedatectl), documents that are signed now would be out of date")
        ]
    }
}
