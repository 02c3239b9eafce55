import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Files of earlier and later builds.
@Suite struct LayoutTests {
    private func connection(_ store: TemporaryCollector) throws -> SQLiteConnection {
        try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
    }

    @Test(arguments: [0, 1, 2])
    func `a file of a layout that no release had is refused and left as it is`(_ layout: Int) throws {
        let store = try TemporaryCollector()
        try connection(store).execute(
            """
            CREATE TABLE rollup (scope INTEGER NOT NULL, views INTEGER NOT NULL);
            INSERT INTO rollup VALUES (1, 5); PRAGMA user_version = \(layout);
            """)
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(try store.column("SELECT views FROM rollup") == [Array("5".utf8)])
    }

    @Test func `a later build's file is refused by name and left as it is`() throws {
        let store = try TemporaryCollector()
        _ = try store.open()
        try connection(store).execute("PRAGMA user_version = 5; CREATE TABLE later (id)")
        let refusal = #expect(throws: StoreError.self) { try store.open() }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains("warehouse.sqlite3") == true)
        #expect(try store.count("later") == 0)
    }
}
