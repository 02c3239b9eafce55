import Collector
package import Foundation
import MarqueeWire
package import PlatformStore

/// Copies the control plane of a data directory from its SQLite file into a PostgreSQL database.
///
/// The directory stays as it is. The rows that are in the target say how far an earlier attempt came, so a copy that was
/// interrupted continues; until everything is checked, no server uses the target.
package struct Move: Sendable {
    /// The name in the audit log.
    private static let who = "marquee move"

    private let folder: URL

    /// - Parameter folder: a data directory with a SQLite file, that no server uses.
    package init(from folder: URL) {
        self.folder = folder
    }

    /// Copies everything and checks it.
    /// - Parameters:
    ///   - target: an empty PostgreSQL database, or one that an earlier call began to fill from the same directory.
    ///   - progress: hears what is being done.
    /// - Throws: `storage` when a server uses the directory, `unavailable` while a command writes to it, `alreadyExists` for
    ///   a target with content, `damaged` when the target does not hold what was copied.
    package func run(
        to target: DatabaseAddress, progress: @escaping Backup.Progress = { _, _, _ in }
    ) async throws(StoreError) -> MoveSummary {
        let lock = try lockDirectory()
        defer { withExtendedLifetime(lock) {} }
        let source = try await ControlPlane.open(.folder, in: folder)
        let writers = try ControlPlane.holdWriters(in: folder)
        defer { withExtendedLifetime(writers) {} }
        let keys = try await source.signingKeys(in: folder)
        if let tables = await Self.finishedCopy(of: source, in: target, keys: keys, folder: folder) {
            progress("Checking", 0, nil)
            return MoveSummary(
                folder: folder.path, database: "\(target)", tables: tables, keys: keys.count, wasComplete: true)
        }
        return try await ControlPlane.filling(
            target, from: "the directory \(folder.standardizedFileURL.path)", continues: true
        ) {
            (copy) async throws(StoreError) in
            let tables = try await Self.copy(source, to: copy, progress)
            try await copy.keepObjects(of: source)
            let target = try await copy.sharedKeys(in: folder)
            for (app, role, key) in keys { _ = try await target.store(key, role: role, app: app, by: Self.who) }
            return MoveSummary(
                folder: folder.path, database: "\(target)", tables: tables, keys: keys.count, wasComplete: false)
        }
    }

    /// Tables of a shared database that a move changes behind the copy: keys and facts, and the log that tells of the keys.
    private static let ownTables: Set = ["audit", "server_fact", "signing_key"]

    /// The tables of a target that holds all of the directory already, because an earlier move ended and was killed before
    /// it could say so; `nil` for every other database, also for one that cannot be read.
    private static func finishedCopy(
        of source: ControlPlane, in target: DatabaseAddress, keys: [(app: String, role: DocumentType, key: SigningKey)],
        folder: URL
    ) async -> [TableDigest]? {
        do throws(StoreError) {
            guard try await target.isFilled() else { return nil }
            let copy = try await ControlPlane.open(target, in: folder)
            let (expected, found) = (try await source.digests(), try await copy.digests())
            let isEqual = zip(expected, found).allSatisfy { one, other in
                one == other || ownTables.contains(one.table) && one.table == other.table && one.rows <= other.rows
            }
            guard isEqual, expected.count == found.count else { return nil }
            let stored = try await copy.sealedKeys(in: folder)
            for (app, role, key) in keys {
                let known = try await stored.signingKeys(app: app, role: role).map(\.pemRepresentation)
                guard known.contains(key.pemRepresentation) else { return nil }
            }
            return found
        } catch { return nil }
    }

    private func lockDirectory() throws(StoreError) -> EventsLock {
        let events = folder.appending(path: "events")
        do throws(StoreError) { return try EventsLock(of: events) } catch {
            guard EventsLock.isHeld(of: events) else { throw error }
            throw StoreError(
                error.code, "a server uses \(folder.path): stop it first, so that nothing changes during the move",
                cause: error)
        }
    }

    /// Copies what is missing; where the target is not equal then, because the directory was used between two attempts,
    /// everything is copied from the beginning.
    private static func copy(
        _ source: ControlPlane, to target: ControlPlane, _ progress: @escaping Backup.Progress
    ) async throws(StoreError) -> [TableDigest] {
        for isLast in [false, true] {
            try await continueCopy(of: source, to: target, progress, isLast: isLast)
            progress("Checking", 0, nil)
            let (expected, found) = (try await source.digests(), try await target.digests())
            if expected == found { return found }
            let wrong = zip(expected, found).filter { $0 != $1 }.map(\.0.table).joined(separator: ", ")
            guard !isLast else {
                throw StoreError(.damaged, "the database does not hold what the directory holds: \(wrong) differ")
            }
            try await target.clear()
        }
        return []
    }

    private static func continueCopy(
        of source: ControlPlane, to target: ControlPlane, _ progress: @escaping Backup.Progress, isLast: Bool
    ) async throws(StoreError) {
        do throws(StoreError) {
            try await target.continueCopy(of: source) { table, done in progress("Rows of \(table)", done, nil) }
        } catch {
            // A row of an earlier attempt that the directory no longer has can be in the way of others.
            guard !isLast, [.alreadyExists, .notFound].contains(error.code) else { throw error }
        }
    }
}
