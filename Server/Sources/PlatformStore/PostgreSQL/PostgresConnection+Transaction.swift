/// How a transaction sees and changes the database.
enum PostgresTransaction: Sendable {
    /// One state of the database, and no changes.
    case reading
    /// As if no other transaction ran at the same time.
    case writing

    fileprivate var begin: String {
        switch self {
        case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .writing: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        }
    }

    /// How one run of a transaction ended.
    enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        /// Nothing was stored, unless the error says otherwise.
        case failed(StoreError)
        /// Nothing was stored, and the next run may succeed.
        case interrupted(Interruption, PostgresFailure)
    }

    /// Why a transaction should run again.
    enum Interruption: Sendable {
        /// The server cannot be reached at the moment.
        case unreachable
        /// The connection had broken while nobody used it.
        case idleConnectionBroke
        /// The connection broke before the transaction was committed.
        case connectionBroke
        /// Other transactions were in the way.
        case conflict
        /// The tables changed under a prepared statement.
        case staleStatement
    }
}

extension PostgresConnection {
    /// Runs `body` once in a transaction; it blocks.
    func transaction<Value: Sendable>(
        _ kind: PostgresTransaction, connectingWithin limit: Duration, _ body: (any SQLTransaction) throws -> Value
    ) -> PostgresTransaction.Outcome<Value> {
        let latestLink = link
        let link: PostgresLink
        do throws(PostgresFailure) { link = try open(within: limit) } catch {
            return error.mayPass ? .interrupted(.unreachable, error) : .failed(StoreError(error))
        }
        transactionBegan(by: kind.begin)
        defer { transactionEnded() }
        let result = Result { try body(self) }
        if let failure {
            rollBack(link)
            if failure.isDisconnection, begin != nil, link === latestLink {
                return .interrupted(.idleConnectionBroke, failure)
            }
            return interruption(failure).map { .interrupted($0, failure) }
                ?? .failed(result.error ?? StoreError(failure))
        }
        switch result {
        case .success(let value): return commit(value, kind, link)
        case .failure:
            rollBack(link)
            return .failed(result.error ?? StoreError(.storage, "the store failed"))
        }
    }

    private func commit<Value>(
        _ value: Value, _ kind: PostgresTransaction, _ link: PostgresLink
    ) -> PostgresTransaction.Outcome<Value> {
        if begin != nil { return .done(value) }
        if kind == .reading {
            link.sendCommit()
            return .done(value)
        }
        do throws(PostgresFailure) {
            let tag = try link.execute("COMMIT").tag
            guard tag == "COMMIT" else {
                return .failed(StoreError(.storage, "PostgreSQL answered \(tag) to COMMIT: nothing was stored"))
            }
            return .done(value)
        } catch {
            rollBack(link)
            if error.isDisconnection { return .failed(.unknownCommit(error)) }
            return interruption(error).map { .interrupted($0, error) } ?? .failed(StoreError(error))
        }
    }

    /// Ends the transaction without storing anything, and the connection if that fails.
    private func rollBack(_ link: PostgresLink) {
        do throws(PostgresFailure) {
            if !link.isBroken, !link.isIdle { try link.execute("ROLLBACK") }
            if failure?.isStaleStatement == true {
                try link.execute("DEALLOCATE ALL")
                forgetStatements()
            }
            if link.isBroken || !link.isIdle { disconnect() }
        } catch {
            disconnect()
        }
    }

    private func interruption(_ failure: PostgresFailure) -> PostgresTransaction.Interruption? {
        failure.isConflict
            ? .conflict : failure.isDisconnection ? .connectionBroke : failure.isStaleStatement ? .staleStatement : nil
    }
}

extension Result where Failure == any Error {
    fileprivate var error: StoreError? {
        guard case .failure(let error) = self else { return nil }
        return error as? StoreError ?? StoreError(.storage, "the store failed: \(error)", cause: error)
    }
}
