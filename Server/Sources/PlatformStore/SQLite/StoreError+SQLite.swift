import GRDB
import GRDBSQLite

extension StoreError {
    /// `SQLITE_CONSTRAINT_FOREIGNKEY`, whose macro Swift cannot read.
    private static let foreignKeyViolation = SQLITE_CONSTRAINT | 3 << 8

    /// Maps an SQLite result, primary or extended, to an error.
    init(sqlite status: Int32, _ message: String) {
        let code: Code =
            switch status & 0xFF {
            case SQLITE_FULL: .diskFull
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_READONLY: .permissions
            case SQLITE_BUSY, SQLITE_LOCKED: .unavailable
            case SQLITE_CONSTRAINT where status == Self.foreignKeyViolation: .notFound
            case SQLITE_CONSTRAINT: .alreadyExists
            default: .storage
            }
        self.init(code, "SQLite (\(status)): \(message)")
    }

    /// Maps an error of a database closure.
    init(mapping error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            self.init(sqlite: error.extendedResultCode.rawValue, error.message ?? "no message")
        default: self.init(.storage, "the store failed: \(error)", cause: error)
        }
    }
}
