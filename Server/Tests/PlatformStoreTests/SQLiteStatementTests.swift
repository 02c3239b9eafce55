import Testing

@testable import PlatformStore

@Suite struct SQLiteStatementTests {
    @Test func `a statement does not run without a value that was not bound`() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        try connection.execute("CREATE TABLE word (number INTEGER, text TEXT)")
        let insert = try connection.prepare("INSERT INTO word VALUES (?, ?)")
        insert.bind(1, 7)
        insert.bind(3, "there is no third value")
        let error = #expect(throws: StoreError.self) { try insert.run() }
        #expect(error?.code == .storage)
        insert.bind(1, 8)
        insert.bind(2, "b")
        try insert.run()
        let rows = try connection.prepare("SELECT number, text FROM word")
        #expect(try rows.step())
        #expect(rows.integer(0) == 8 && rows.text(1) == "b")
        #expect(try !rows.step())
    }
}
