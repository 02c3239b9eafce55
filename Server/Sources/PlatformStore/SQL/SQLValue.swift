import Foundation
import MarqueeWire

/// A value of a statement or of a row, in the types that every engine stores alike.
enum SQLValue: Sendable, Hashable {
    case null
    /// A whole number, a time in milliseconds since 1970, or 1 and 0 for true and false.
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// A type whose values go into statements.
protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

/// A type whose values come out of rows.
protocol SQLReadable {
    /// `nil` for a value of another type.
    init?(sqlValue: SQLValue)
}

extension SQLValue: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { self }

    init(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .integer(self) }

    init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number
    }
}

extension Int: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .integer(Int64(self)) }

    init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number != 0
    }
}

extension String: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .text(self) }

    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Data: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .bytes(Array(self)) }

    init?(sqlValue: SQLValue) {
        guard case .bytes(let bytes) = sqlValue else { return nil }
        self.init(bytes)
    }
}

extension Timestamp: SQLBindable, SQLReadable {
    var sqlValue: SQLValue { .integer(milliseconds) }

    init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(milliseconds: number)
    }
}

extension Optional: SQLReadable where Wrapped: SQLReadable {
    init?(sqlValue: SQLValue) {
        guard sqlValue != .null else {
            self = .none
            return
        }
        guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
        self = value
    }
}
