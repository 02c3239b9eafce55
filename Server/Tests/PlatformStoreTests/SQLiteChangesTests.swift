import Foundation
import Synchronization
import Testing

@testable import PlatformStore

/// Commits to a file are noticed, and the file is not asked for each of thousands of requests.
@Suite struct SQLiteChangesTests {
    @Test func `a commit shows a millisecond later, or at once to who forgets`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let path = store.platform.folder.appending(path: "changes.sqlite3").path
        let writer = try SQLiteConnection(path: path)
        try writer.execute("PRAGMA journal_mode = WAL")
        try writer.execute("CREATE TABLE t (a)")
        let time = Mutex(SuspendingClock.now)
        let changes = try SQLiteChanges(path: path) { time.withLock(\.self) }
        let before = try #require(changes.number)

        try writer.execute("INSERT INTO t VALUES (1)")
        #expect(changes.number == before)
        time.withLock { $0 += SQLiteChanges.lifetime }
        let after = try #require(changes.number)
        #expect(after != before)

        try writer.execute("INSERT INTO t VALUES (2)")
        #expect(changes.number == after)
        changes.forget()
        #expect(changes.number != after)
    }
}
