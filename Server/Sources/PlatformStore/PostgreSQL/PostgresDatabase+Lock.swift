extension PostgresDatabase {
    /// Runs `body` while no other process or task runs one under the same name in this database.
    ///
    /// A connection beside the pool's holds the lock, so `body` may run any number of transactions. The server frees the
    /// lock also when this process dies.
    /// - Throws: `unavailable` when the lock was not free in time, `storage` when its connection broke while `body` ran: then the
    ///   work of another process may have mixed with its work.
    func withLock<Value: Sendable>(
        _ name: String, _ body: @Sendable () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        // The server is waited for as by every transaction.
        _ = try await version()
        let connection = lockConnection()
        try await connection.perform { $0.lock(name) }.get()
        let result: Result<Value, StoreError>
        do throws(StoreError) { result = .success(try await body()) } catch { result = .failure(error) }
        let unlocked = await connection.perform { connection in
            defer { connection.disconnect() }
            return connection.unlock(name)
        }
        let value = try result.get()
        try unlocked.get()
        return value
    }
}

extension PostgresConnection {
    fileprivate func lock(_ name: String) -> Result<Void, StoreError> {
        session("SELECT pg_advisory_lock(hashtextextended($1, 0))", name).map { _ in }.mapError { error in
            guard (error.cause as? PostgresFailure)?.state == "55P03" else { return error }
            return StoreError(.unavailable, "busy: another process holds the lock \(name)", cause: error.cause)
        }
    }

    fileprivate func unlock(_ name: String) -> Result<Void, StoreError> {
        let answer = session("SELECT pg_advisory_unlock(hashtextextended($1, 0))", name)
        if case .success(.integer(1)) = answer { return .success(()) }
        return .failure(StoreError(.storage, "the lock \(name) was lost while it was needed"))
    }

    /// Runs one statement outside a transaction, because a lock of the session outlives transactions.
    private func session(_ sql: String, _ value: String) -> Result<SQLValue, StoreError> {
        Result { () throws(StoreError) in
            let parameters = try PostgresParameters([.text(value)])
            let reply: PostgresReply
            do throws(PostgresFailure) {
                let link = try open(within: timeouts.connecting)
                try link.prepare("", sql, parameters.types)
                reply = try link.run("", parameters)
            } catch {
                throw StoreError(error)
            }
            return try reply.rows(reply.columns()).first?.values.first ?? .null
        }
    }
}
