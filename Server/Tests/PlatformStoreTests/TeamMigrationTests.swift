import Foundation
import GRDB
import MarqueeWire
import Secrets
import Testing

@testable import PlatformStore

/// A database from before there were roles by wing.
@Suite struct TeamMigrationTests {
    private static let expiry: Int64 = 1_790_000_000_000 + 3_600_000

    /// A data directory of the layout before, with one account of each role and a session of Ann's.
    private func earlier() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "platform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: folder.appending(path: "marquee.sqlite3").path)
        try SQLiteDatabase.migrator.migrate(queue, upTo: "5 portal")
        try queue.write { db in
            for (name, role) in [("Ann", "administrator"), ("Eve", "editor"), ("Vic", "viewer")] {
                try db.execute(
                    sql: "INSERT INTO account (name, role, password, created) VALUES (?, ?, 'x', 1)",
                    arguments: [name, role])
            }
            try db.execute(
                sql: "INSERT INTO session (token_hash, csrf, account, expires) VALUES (?, 'csrf', 'Ann', ?)",
                arguments: [RandomToken.hash(String(repeating: "t", count: 43)), Self.expiry])
        }
        return folder
    }

    private func open(_ folder: URL) async throws -> Platform {
        try await Platform.open(at: folder, passwordCost: 4) { Timestamp(milliseconds: 1_790_000_000_000) }
    }

    @Test func `a single role becomes a role in each wing`() async throws {
        let folder = try earlier()
        defer { try? FileManager.default.removeItem(at: folder) }
        let accounts = try await open(folder).accounts.accounts()
        #expect(accounts.map(\.name) == ["Ann", "Eve", "Vic"])
        #expect(
            accounts.map(\.roles) == [
                [.content: .owner, .engage: .owner, .placements: .owner, .team: .owner],
                [.content: .editor, .team: .viewer],
                [.content: .viewer, .team: .viewer],
            ])
    }

    @Test func `an open session goes on`() async throws {
        let folder = try earlier()
        defer { try? FileManager.default.removeItem(at: folder) }
        let platform = try await open(folder)
        let session = try await platform.accounts.session(token: String(repeating: "t", count: 43))
        #expect(session?.account.name == "Ann" && session?.csrfToken == "csrf")
        #expect(try await platform.accounts.sessions(of: "Ann").map(\.id) == [session?.id])
    }

    @Test func `roles that this version does not know are kept and mean nothing`() async throws {
        let folder = try earlier()
        defer { try? FileManager.default.removeItem(at: folder) }
        let platform = try await open(folder)
        let queue = try DatabaseQueue(path: folder.appending(path: "marquee.sqlite3").path)
        try await queue.write { db in
            try db.execute(
                sql:
                    "INSERT INTO account_role VALUES ('Eve', 'rockets', 'owner'); UPDATE account_role SET role = 'king' WHERE account = 'Vic'"
            )
        }
        let roles = try await platform.accounts.accounts().map(\.roles)
        #expect(roles == [.administrator, .contentEditor, [:]])
        try await platform.accounts.setRoles([.content: .viewer], of: "Eve", by: "Ann")
        let kept = try await queue.read {
            try String.fetchAll($0, sql: "SELECT wing FROM account_role WHERE account = 'Eve' ORDER BY wing")
        }
        #expect(kept == ["content", "rockets"])
    }
}
