package import Foundation

/// The whole database of the control plane as tables of rows, for copies that do not depend on the engine.
package struct ControlPlane: Sendable {
    /// How many migrations this program knows.
    package static let currentLayout = PlatformSchema.migrations.count

    let engine: any SQLDatabase
    /// How many migrations have run.
    package let layout: Int
    /// The tables, each behind those that it refers to.
    package let tables: [TableLayout]

    /// Opens a database that exists, and changes nothing.
    /// - Throws: `notFound` without a database, `invalid` for one of another layout than this program's.
    package static func open(_ address: DatabaseAddress, in folder: URL) async throws(StoreError) -> ControlPlane {
        try ControlPlane(engine: try await address.openUnchanged(in: folder), layout: currentLayout)
    }

    /// Makes an empty database of an earlier or the current layout in a file of a folder.
    package static func make(in folder: URL, layout: Int) async throws(StoreError) -> ControlPlane {
        let file = DatabaseAddress.file(in: folder)
        let engine = try await BlockingWork.run { () throws(StoreError) in
            try SQLiteDatabase(at: file, PlatformSchema.migrations.prefix(layout))
        }
        return try ControlPlane(engine: engine, layout: layout)
    }

    init(engine: any SQLDatabase, layout: Int) throws(StoreError) {
        self.engine = engine
        self.layout = layout
        tables = try TableLayout.all(layout: layout)
    }

    /// Counts and hashes all tables at one moment.
    package func digests() async throws(StoreError) -> [TableDigest] {
        try await engine.read { [tables] db in try tables.map { try TableRows($0).writeText(db) } }
    }

    /// Writes each table into a file `NAME.jsonl` of an existing folder, all of them as they are at one moment.
    package func export(to folder: URL) async throws(StoreError) -> [TableDigest] {
        try await engine.read { [tables] db in
            try tables.map { table in
                // The engine may run this again, so a file begins empty.
                let url = Self.file(of: table, in: folder)
                _ = FileManager.default.createFile(atPath: url.path, contents: nil)
                let file = try FileHandle(forWritingTo: url)
                defer { try? file.close() }
                return try TableRows(table).writeText(db) { text throws(StoreError) in
                    do { try file.write(contentsOf: text) } catch {
                        throw StoreError(.storage, "cannot write \(url.path)", cause: error)
                    }
                }
            }
        }
    }

    /// Fills empty tables from files that ``export(to:)`` wrote, and brings the database to the current layout.
    /// - Parameters:
    ///   - folder: has a file for each table.
    ///   - progress: receives the table's name and the rows done.
    /// - Returns: counts and hashes of the tables as they were stored, before a later layout changed them.
    /// - Throws: `damaged` when a file is not what ``export(to:)`` writes.
    package func fill(
        from folder: URL, progress: @Sendable (String, Int) -> Void = { _, _ in }
    ) async throws(StoreError) -> [TableDigest] {
        for table in tables { try await fill(table, from: Self.file(of: table, in: folder), progress) }
        let digests = try await digests()
        if layout < Self.currentLayout { try await engine.migrate(PlatformSchema.migrations) }
        return digests
    }

    private func fill(
        _ table: TableLayout, from url: URL, _ progress: @Sendable (String, Int) -> Void
    ) async throws(StoreError) {
        let (lines, rows) = (try LineReader(url), TableRows(table))
        guard let head = try lines.next(), Array(head) == RowText.head(table).dropLast() else {
            throw StoreError(.damaged, "\(url.lastPathComponent) does not begin with the columns of \(table.name)")
        }
        var done = 0
        while true {
            var page: [[SQLValue]] = []
            while page.count < rows.page, let line = try lines.next() {
                page.append(try RowText.values(line, columns: table.columns.count))
            }
            guard !page.isEmpty else { return }
            let full = page
            try await engine.write { try rows.insert(full, $0) }
            done += full.count
            progress(table.name, done)
        }
    }

    private static func file(of table: TableLayout, in folder: URL) -> URL {
        folder.appending(path: "\(table.name).jsonl")
    }
}
