import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Every table is copied, in an order that its references allow, and every value survives as text.
@Suite struct TableTests {
    @Test func `every table of the current layout is copied, but those that are named here`() throws {
        let all = Set(try TableLayout.names(layout: ControlPlane.currentLayout))
        let copied = try TableLayout.all(layout: ControlPlane.currentLayout).map(\.name)
        #expect(Set(copied).union(["server_fact", "signing_key"]) == all)
        #expect(copied.count == Set(copied).count)
        #expect(copied.contains("article"))
    }

    @Test func `the tables of both engines have the columns that are copied`() async throws {
        let address = try FilledPlatform.Engine.postgres.makeDatabase()
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await Platform.open(at: folder, database: address)
        let plane = try await ControlPlane.open(address, in: folder)
        let found: [String: Set<String>] = try await plane.engine.read { db in
            try db.rows(
                "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            ).reduce(into: [:]) { found, row in
                found[try row["table_name"], default: []].insert(try row["column_name"])
            }
        }
        for table in plane.tables { #expect(found[table.name] == Set(table.columns), "\(table.name)") }
        let others: Set = ["server_fact", "signing_key", "migration"]
        #expect(Set(found.keys) == Set(plane.tables.map(\.name)).union(others))
    }

    @Test(arguments: [0, 3, 9])
    func `tables of an earlier layout are found too`(layout: Int) throws {
        let names = try TableLayout.all(layout: layout).map(\.name)
        #expect(names.isEmpty == (layout == 0))
        #expect(names.contains("account") == (layout >= 3))
    }

    @Test func `every table stands behind those that it refers to`() throws {
        let names = try TableLayout.all(layout: ControlPlane.currentLayout).map(\.name)
        let place = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        for (parent, child) in [("app", "hub"), ("hub", "channel"), ("channel", "article"), ("account", "session")] {
            #expect(try #require(place[parent]) < #require(place[child]))
        }
    }

    @Test(arguments: [
        [SQLValue.null, .integer(.min), .integer(.max), .integer(0)],
        [.text(""), .text("a\"b\\c\n\t\u{1}\u{1f}"), .text("ü🏔\u{7f}\u{2028}"), .text("null")],
        [.bytes([]), .bytes([0, 255, 10]), .text("{\"base64\":\"\"}"), .null],
    ])
    func `values are the same behind their text`(values: [SQLValue]) throws {
        let line = RowText.row(values)
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(try RowText.values(line.dropLast(), columns: values.count) == values)
        #expect(throws: StoreError.self) { try RowText.values(line.dropLast(), columns: values.count + 1) }
    }
}
