import GRDBSQLite

/// A prepared statement that can run many times.
///
/// The statement keeps its connection open.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    /// `nil` for a statement that somebody else finalizes.
    private let connection: SQLiteConnection?
    /// Why a value was not bound. The statement does not run without it.
    private var refusal = SQLITE_OK

    init(handle: OpaquePointer, connection: SQLiteConnection) {
        self.handle = handle
        self.connection = connection
    }

    /// A statement that somebody else keeps, and finalizes after this use of it.
    init(borrowed handle: OpaquePointer) {
        self.handle = handle
        connection = nil
    }

    deinit {
        if connection != nil { sqlite3_finalize(handle) }
    }

    /// Rows the connection's latest statement inserted, changed or deleted.
    package var changes: Int { Int(sqlite3_changes(sqlite3_db_handle(handle))) }

    /// Binds a number; parameters count from 1.
    package func bind(_ index: Int32, _ value: Int64?) {
        guard let value else { return bindNull(index) }
        note(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds text, copied, with all of its bytes.
    package func bind(_ index: Int32, _ value: String?) {
        guard var value else { return bindNull(index) }
        value.withUTF8 { bytes in
            note(sqlite3_bind_text(handle, index, bytes.textBase, Int32(bytes.count), Self.copied))
        }
    }

    /// Binds the bytes of a text, copied.
    package func bind(_ index: Int32, text: [UInt8]) {
        text.withUnsafeBufferPointer { bytes in
            note(sqlite3_bind_text(handle, index, bytes.textBase, Int32(bytes.count), Self.copied))
        }
    }

    /// Binds bytes, copied.
    package func bind(_ index: Int32, blob value: some Collection<UInt8>) {
        let copy = Array(value)
        copy.withUnsafeBytes { bytes in
            note(
                sqlite3_bind_blob(
                    handle, index, bytes.baseAddress ?? Self.nothing, Int32(bytes.count), Self.copied))
        }
    }

    /// Binds text without a copy; it has to stay in memory until the next ``step()`` and ``reset()`` have returned.
    package func bind(_ index: Int32, borrowedText bytes: UnsafeBufferPointer<UInt8>) {
        note(sqlite3_bind_text(handle, index, bytes.textBase, Int32(bytes.count), nil))
    }

    /// Binds bytes without a copy; they have to stay in memory until the next ``step()`` and ``reset()`` have returned.
    package func bind(_ index: Int32, borrowedBlob bytes: UnsafeRawBufferPointer) {
        note(sqlite3_bind_blob(handle, index, bytes.baseAddress ?? Self.nothing, Int32(bytes.count), nil))
    }

    package func bindNull(_ index: Int32) {
        note(sqlite3_bind_null(handle, index))
    }

    private func note(_ status: Int32) {
        if status != SQLITE_OK, refusal == SQLITE_OK { refusal = status }
    }

    /// Moves to the next row; `false` after the last.
    /// - Throws: also when a value could not be bound. The statement is then ready for other values.
    package func step() throws(StoreError) -> Bool {
        guard refusal == SQLITE_OK else {
            let status = refusal
            reset()
            throw StoreError(sqlite: status, "a value cannot be bound")
        }
        let status = sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = StoreError(sqlite: status, String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
            reset()
            throw error
        }
    }

    /// Runs a statement without rows and makes it ready for the next values.
    package func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    package func reset() {
        refusal = SQLITE_OK
        sqlite3_reset(handle)
    }

    /// Makes the statement ready for other values, and lets go of those that it has.
    func clear() {
        reset()
        sqlite3_clear_bindings(handle)
    }

    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The type of a value: `SQLITE_INTEGER` and the like.
    func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// The bytes of a text or blob, NUL included.
    package func bytes(_ column: Int32) -> [UInt8] {
        guard let base = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `use` with the bytes of a text or blob in place; they are gone after the next ``step()`` or ``reset()``.
    package func withBytes<Result>(_ column: Int32, _ use: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard let base = sqlite3_column_blob(handle, column) else {
            return use(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return use(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column))))
    }

    package func text(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    // An address for empty values, because SQLite reads a null pointer as NULL. SQLite never reads from it, since the
    // length is 0.
    private static var nothing: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: 1) }
}

extension UnsafeBufferPointer<UInt8> {
    /// The pointer that SQLite reads as text, also for an empty buffer.
    fileprivate var textBase: UnsafePointer<CChar>? {
        UnsafePointer(bitPattern: baseAddress.map { UInt(bitPattern: $0) } ?? 1)
    }
}
