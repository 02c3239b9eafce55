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

    @Test func `a statement that failed takes other values`() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        try connection.execute("CREATE TABLE word (text TEXT UNIQUE); INSERT INTO word VALUES ('a'), ('b')")
        let select = try connection.prepare("SELECT text FROM word WHERE text >= ? ORDER BY text")
        select.bind(1, "a")
        #expect(try select.step())
        // SQLite binds no value while a row is being read.
        select.bind(1, "b")
        #expect(throws: StoreError.self) { try select.step() }
        select.bind(1, "b")
        #expect(try select.step())
        #expect(select.text(0) == "b")
        let insert = try connection.prepare("INSERT INTO word VALUES (?)")
        insert.bind(1, "a")
        #expect(throws: StoreError.self) { try insert.step() }
        insert.bind(1, "c")
        #expect(try !insert.step())
    }
}
