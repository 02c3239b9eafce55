extension StoreError {
    /// Maps what PostgreSQL reported to an error.
    init(_ failure: PostgresFailure) {
        let reason = failure.description
        switch failure.state {
        case "23505": self.init(.alreadyExists, reason, cause: failure)
        case "23503": self.init(.notFound, reason, cause: failure)
        case "23502", "23514": self.init(.invalid, reason, cause: failure)
        case "42501": self.init(.permissions, reason, cause: failure)
        case "53100": self.init(.diskFull, reason, cause: failure)
        case "XX001", "XX002": self.init(.damaged, reason, cause: failure)
        case "57014": self.init(.unavailable, "the statement took too long: \(reason)", cause: failure)
        case "55P03": self.init(.unavailable, "busy: a lock was not free in time: \(reason)", cause: failure)
        default: self.init(failure.codeOfClass, failure.sentence, cause: failure)
        }
    }

    /// A connection that was lost while the transaction was being stored.
    static func unknownCommit(_ failure: PostgresFailure) -> StoreError {
        StoreError(
            .storage,
            "the connection was lost while the transaction was being committed, so it may or may not have been stored: "
                + failure.description, cause: failure)
    }
}

extension PostgresFailure {
    /// By the class of the SQLSTATE, its first two characters: 22 is a value outside its range or form, 54 one that
    /// exceeds the server's limits, 28 a refused user or password.
    fileprivate var codeOfClass: StoreError.Code {
        if isConflict || mayPass { return .unavailable }
        return switch state.prefix(2) {
        case "22", "54": .invalid
        case "28": .permissions
        default: .storage
        }
    }

    /// Senders of requests read what is `invalid`, so PostgreSQL's words stay in the cause.
    fileprivate var sentence: String {
        if isConflict { return "busy: other transactions changed the same rows: \(self)" }
        if isDisconnection { return "the database is unreachable: \(self)" }
        return switch state.prefix(2) {
        case "22": "a value is outside what the database can hold (\(state))"
        case "54": "a value is too long for the database to find it by (\(state))"
        default: description
        }
    }
}
