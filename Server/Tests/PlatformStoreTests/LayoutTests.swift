import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// A database of an earlier or later build.
@Suite struct LayoutTests {
    private static let latest = Int64(PlatformSchema.migrations.count)

    private func connection(_ platform: TemporaryPlatform) throws -> SQLiteConnection {
        try SQLiteConnection(path: platform.folder.appending(path: "marquee.sqlite3").path)
    }

    private func layout(_ platform: TemporaryPlatform) throws -> Int64 {
        let select = try connection(platform).prepare("PRAGMA user_version")
        return try select.step() ? select.integer(0) : -1
    }

    @Test func `a later build's database is refused by name, untouched`() async throws {
        let test = try await TemporaryPlatform(.sqlite)
        let later = Self.latest + 1
        try connection(test).execute("PRAGMA user_version = \(later); CREATE TABLE later (a)")
        try connection(test).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = test.folder.appending(path: "marquee.sqlite3")
        let before = try Data(contentsOf: file)
        let error = await #expect(throws: StoreError.self) { _ = try await Platform.open(at: test.folder) }
        #expect(error?.code == .invalid)
        let message = error?.message ?? ""
        #expect(message.hasPrefix("a later version of the program wrote "), "\(message)")
        #expect(
            message.hasSuffix(
                "marquee.sqlite3: its layout is \(later), known are those up to \(Self.latest)"))
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `a database of before there were numbers is taken over with what it holds`() async throws {
        let test = try await TemporaryPlatform(.sqlite)
        #expect(try layout(test) == Self.latest)
        try connection(test).execute("PRAGMA user_version = 0")
        let again = try await Platform.open(at: test.folder)
        #expect(try await again.apps.apps().map(\.id) == ["demo"])
        #expect(try layout(test) == Self.latest)
    }
}
