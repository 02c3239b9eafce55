public import Foundation
import Secrets

/// Where the control plane's database is.
///
/// Nothing that an address says about itself contains its password.
public struct DatabaseAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// In a file of SQLite's, `marquee.sqlite3`, in the data directory.
    public static let folder = DatabaseAddress(text: nil)

    /// The address of a PostgreSQL server with its password; `nil` for the folder.
    let text: String?

    private init(text: String?) { self.text = text }

    /// A PostgreSQL database, `postgres://user@host/name?parameters`, as libpq defines it.
    /// - Throws: `invalid` for a text that is no such address, or that asks for a protection it does not give.
    public init(postgres text: String) throws(StoreError) {
        _ = try PostgresAddress(text)
        self.text = text
    }

    /// Whether servers on several machines can share the database.
    public var isShared: Bool { text != nil }

    /// The engine, and where the database is.
    public var description: String {
        guard let text else { return "SQLite, marquee.sqlite3" }
        // The address was read before, so it can be read again.
        let address = (try? PostgresAddress(text)).map { "\($0)" } ?? "an address that cannot be read"
        return "PostgreSQL at \(address)"
    }

    /// A mirror without children: `dump` would show the password.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Whether a folder is the data directory of a server, on either engine.
    public static func isDataFolder(_ folder: URL) -> Bool {
        [file(in: folder), note(in: folder)].contains { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Opens the database of a data directory, and brings it to the current layout.
    ///
    /// A directory keeps to its engine: a server that is started without the address of its database would else look as
    /// if everything were gone.
    /// - Throws: `invalid` for a directory of the other engine, or a database of a later version; what the engine throws.
    func open(in folder: URL) async throws(StoreError) -> any SQLDatabase {
        let (file, note) = (Self.file(in: folder), Self.note(in: folder))
        guard let text else {
            // A note that cannot be read says as much as one that can: the database is elsewhere.
            if FileManager.default.fileExists(atPath: note.path) {
                let address =
                    (try? String(contentsOf: note, encoding: .utf8))?.prefix { !$0.isNewline }.prefix(300)
                    ?? "a PostgreSQL database"
                throw StoreError(.invalid, "the database of \(folder.path) is \(address): name it with --database")
            }
            return try await BlockingWork.run { () throws(StoreError) in try SQLiteDatabase(at: file) }
        }
        let isNew = !FileManager.default.fileExists(atPath: note.path)
        guard !isNew || !FileManager.default.fileExists(atPath: file.path) else {
            throw StoreError(
                .invalid, "\(folder.path) has a database of its own, marquee.sqlite3: take another data directory")
        }
        let database = try PostgresDatabase(text)
        try await UnfinishedCopy.refuse(database, named: "\(self)")
        try await database.migrate(PlatformSchema.migrations)
        try Self.keep(note, "\(self)\n\(try await database.fact(.database, orSet: RandomToken.makeID()))\n")
        return database
    }

    /// Writes the note of a directory that has none, and compares the last line, the database's id, of one that has.
    private static func keep(_ note: URL, _ text: String) throws(StoreError) {
        let known = (try? String(contentsOf: note, encoding: .utf8))?.split(whereSeparator: \.isNewline) ?? []
        guard known.count > 1 else { return try PrivateFile.write(Data(text.utf8), to: note) }
        guard known.last == text.split(whereSeparator: \.isNewline).last else {
            throw StoreError(
                .invalid,
                "\(note.deletingLastPathComponent().path) belongs to another database, \(known[0]): "
                    + "take another data directory")
        }
    }

    static func file(in folder: URL) -> URL { folder.appending(path: "marquee.sqlite3") }

    /// Says in a data directory that its database is elsewhere, and where.
    static func note(in folder: URL) -> URL { folder.appending(path: "database.txt") }
}
