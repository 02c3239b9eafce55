import CPostgres
import Dispatch

/// A place for one connection to the server, which is made when it is needed and made again after it broke.
///
/// As an ``SQLTransaction``, it runs the statements of one transaction: ``PostgresConnection/transaction(_:_:)`` lends it.
// SAFETY: everything that changes is used by work on `queue` only, which runs one piece of work after the other.
final class PostgresConnection: SQLTransaction, @unchecked Sendable {
    let engine = SQLEngine.postgres
    private let queue = DispatchQueue(label: "marquee.postgres")
    private let address: PostgresAddress
    let timeouts: PostgresTimeouts
    private(set) var link: PostgresLink?
    private(set) var statements: PostgresStatements
    /// The first failure of the current transaction: since then the server refuses its statements.
    private(set) var failure: PostgresFailure?
    private var isInTransaction = false
    /// What begins the current transaction, until its first statement did so.
    private(set) var begin: String?

    init(to address: PostgresAddress, timeouts: PostgresTimeouts, statements limit: Int) {
        self.address = address
        self.timeouts = timeouts
        statements = PostgresStatements(limit: limit)
    }

    /// Runs work that blocks on this connection's own thread.
    func perform<Result: Sendable>(_ work: @escaping @Sendable (PostgresConnection) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self)) }
        }
    }

    /// The connection to the server, made if there is none.
    func open(within limit: Duration) throws(PostgresFailure) -> PostgresLink {
        link?.settle()
        if let link, link.isIdle { return link }
        disconnect()
        let new = try PostgresLink(to: address, within: limit, grace: timeouts.grace)
        link = new
        return new
    }

    /// Ends the connection to the server, if there is one.
    func disconnect() {
        link = nil
        forgetStatements()
    }

    /// Forgets what the server no longer keeps.
    func forgetStatements() { statements.removeAll() }

    func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult {
        let parameters = try PostgresParameters(arguments)
        let (reply, statement) = try attempt {
            link throws(PostgresFailure) -> (PostgresReply, PostgresStatements.Statement) in
            let key = PostgresStatements.Key(sql: sql, types: parameters.types)
            if let begin, let statement = statements.find(key) {
                let reply = try link.run(statement.name, parameters, beginning: begin)
                self.begin = nil
                return (reply, statement)
            }
            try beginNow(link)
            let statement = if let known = statements.find(key) { known } else { try prepare(key, link) }
            return (try link.run(statement.name, parameters), statement)
        }
        let columns = statement.columns ?? reply.columns()
        statement.columns = columns
        return SQLResult(rows: try reply.rows(columns), changes: reply.changes)
    }

    /// Runs statements in the portable form of ``PostgresDialect/ddl(_:)``.
    func script(_ sql: String) throws(StoreError) {
        try attempt { link throws(PostgresFailure) -> Void in
            try beginNow(link)
            try link.execute(PostgresDialect.ddl(sql))
        }
    }

    private func attempt<Result>(
        _ work: (PostgresLink) throws(PostgresFailure) -> Result
    ) throws(StoreError) -> Result {
        if let failure { throw StoreError(failure) }
        guard isInTransaction, let link else {
            throw StoreError(.storage, "a connection can be used only within its transaction")
        }
        do throws(PostgresFailure) {
            return try work(link)
        } catch {
            failure = error
            throw StoreError(error)
        }
    }

    /// Begins the transaction if no statement has done it.
    private func beginNow(_ link: PostgresLink) throws(PostgresFailure) {
        guard let begin else { return }
        try link.execute(begin)
        self.begin = nil
    }

    private func prepare(
        _ key: PostgresStatements.Key, _ link: PostgresLink
    ) throws(PostgresFailure) -> PostgresStatements.Statement {
        if let old = statements.makeRoom() { try link.execute("DEALLOCATE \(old.name)") }
        let name = statements.makeName()
        let (sql, parameters) = PostgresDialect.numbered(key.sql)
        guard parameters == key.types.count else {
            throw PostgresFailure("08P01", "the statement needs \(parameters) values, not \(key.types.count)")
        }
        try prepare(name, sql, key.types, link)
        return statements.add(key, named: name)
    }

    /// Prepares a statement. The server derives the type of a NULL from where it stands; where it cannot, as in
    /// `? IS NULL`, the value counts as text.
    private func prepare(
        _ name: String, _ sql: String, _ types: [Oid], _ link: PostgresLink
    ) throws(PostgresFailure) {
        guard types.contains(0) else { return try link.prepare(name, sql, types) }
        var types = types
        try link.execute("SAVEPOINT preparing")
        while true {
            do throws(PostgresFailure) {
                try link.prepare(name, sql, types)
                break
            } catch {
                guard let index = error.untypedParameter, types.indices.contains(index), types[index] == 0 else {
                    throw error
                }
                types[index] = PostgresType.text.rawValue
                try link.execute("ROLLBACK TO SAVEPOINT preparing")
            }
        }
        try link.execute("RELEASE SAVEPOINT preparing")
    }

    /// Lets statements run; the first of them begins the transaction on the server.
    func transactionBegan(by begin: String) {
        self.begin = begin
        isInTransaction = true
    }

    /// Refuses statements until the next transaction.
    func transactionEnded() {
        begin = nil
        failure = nil
        isInTransaction = false
    }
}

extension PostgresFailure {
    /// The position of the value whose type the server could not derive: `… data type of parameter $2`.
    fileprivate var untypedParameter: Int? {
        guard state == "42P18", let match = message.firstMatch(of: #/\$([0-9]+)/#) else { return nil }
        return Int(match.1).map { $0 - 1 }
    }
}
