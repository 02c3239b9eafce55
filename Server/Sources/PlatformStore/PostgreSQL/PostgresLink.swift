import CPostgres
import Foundation

/// One connection of libpq, whose calls block.
///
/// It must not be used by several threads at the same time.
final class PostgresLink {
    private let handle: OpaquePointer

    /// Connects to the first host of the address that answers.
    init(to address: PostgresAddress, within limit: Duration) throws(PostgresFailure) {
        var failure = PostgresFailure("", "the address names no host")
        for host in 0..<address.hostCount {
            do throws(PostgresFailure) {
                handle = try Self.connect(address, host, within: limit)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit {
        PQfinish(handle)
    }

    private static func connect(
        _ address: PostgresAddress, _ host: Int, within limit: Duration
    ) throws(PostgresFailure) -> OpaquePointer {
        guard let handle = address.beginConnecting(to: host) else { throw PostgresFailure("53200", "out of memory") }
        do throws(PostgresFailure) {
            // Otherwise the reason has no SQLSTATE, and notices go to standard error.
            PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
            PQsetNoticeProcessor(handle, { _, _ in }, nil)
            try finishConnecting(handle, within: limit)
            PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
            try check(handle)
            return handle
        } catch {
            PQfinish(handle)
            throw error
        }
    }

    /// Moves the connection on whenever its socket is ready, until it is made.
    private static func finishConnecting(_ handle: OpaquePointer, within limit: Duration) throws(PostgresFailure) {
        let deadline = ContinuousClock.now + limit
        var status = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            guard status != PGRES_POLLING_FAILED else { throw refusal(handle) }
            let events = Int16(status == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            let left = max(0, (deadline - ContinuousClock.now).milliseconds)
            let ready = poll(&descriptor, 1, Int32(clamping: left))
            if ready == 0 { throw PostgresFailure("", "the server did not answer within \(limit)") }
            if ready > 0 { status = PQconnectPoll(handle) }
        }
    }

    /// Why a connection was not made. Its SQLSTATE stands in the text: `… FATAL:  28P01: password …`.
    private static func refusal(_ handle: OpaquePointer) -> PostgresFailure {
        let line = firstLine(String(cString: PQerrorMessage(handle)))
        guard let state = line.firstMatch(of: #/: {2}([0-9A-Z]{5}): /#)?.1 else { return PostgresFailure("", line) }
        return PostgresFailure(String(state), line)
    }

    /// - Throws: a failure for a server that is too old, and for a database that cannot hold every text.
    private static func check(_ handle: OpaquePointer) throws(PostgresFailure) {
        guard PQserverVersion(handle) >= 130_000 else {
            throw PostgresFailure("0A000", "the server's version is below 13")
        }
        let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "unknown"
        guard encoding == "UTF8" else {
            throw PostgresFailure("22021", "the database has the encoding \(encoding); it has to be UTF8")
        }
    }

    private static func firstLine(_ text: String) -> String {
        String(text.prefix { !$0.isNewline })
    }

    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

    /// Whether no transaction is open.
    var isIdle: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// Runs statements without values.
    @discardableResult
    func execute(_ sql: String) throws(PostgresFailure) -> PostgresReply {
        try reply(PQexec(handle, sql))
    }

    /// Has the server keep a statement under a name.
    func prepare(_ name: String, _ sql: String, _ types: [Oid]) throws(PostgresFailure) {
        _ = try reply(PQprepare(handle, name, sql, Int32(types.count), types))
    }

    /// Runs a prepared statement.
    func run(_ name: String, _ parameters: PostgresParameters) throws(PostgresFailure) -> PostgresReply {
        try reply(
            parameters.withPointers { values, sizes, formats in
                PQexecPrepared(handle, name, Int32(values.count), values, sizes, formats, 1)
            })
    }

    /// Begins a transaction and runs its first statement, which travel together.
    func run(
        _ name: String, _ parameters: PostgresParameters, beginning begin: String
    ) throws(PostgresFailure) -> PostgresReply {
        let isSent =
            PQenterPipelineMode(handle) == 1
            && PQsendQueryParams(handle, begin, 0, nil, nil, nil, nil, 0) == 1
            && parameters.withPointers { values, sizes, formats in
                PQsendQueryPrepared(handle, name, Int32(values.count), values, sizes, formats, 1)
            } == 1
            && PQpipelineSync(handle) == 1
        defer { PQexitPipelineMode(handle) }
        guard isSent else { return try reply(nil) }
        var replies: [PostgresReply] = []
        // Each statement's results end with a null pointer; a broken connection returns nothing else.
        while replies.last?.status != PGRES_PIPELINE_SYNC {
            if let result = PQgetResult(handle) {
                replies.append(PostgresReply(result))
            } else if isBroken {
                break
            }
        }
        for reply in replies where reply.status != PGRES_PIPELINE_SYNC { try check(reply) }
        guard replies.count == 3 else { return try reply(nil) }
        return replies[1]
    }

    /// Sends a COMMIT without waiting for the answer: ``settle()`` reads it.
    func sendCommit() {
        if PQsendQuery(handle, "COMMIT") == 0 { settle() }
    }

    /// Reads answers that nobody waited for.
    func settle() {
        while let result = PQgetResult(handle) { PQclear(result) }
    }

    private func reply(_ result: OpaquePointer?) throws(PostgresFailure) -> PostgresReply {
        guard let result else {
            throw PostgresFailure(
                "", Self.firstLine(String(cString: PQerrorMessage(handle))), isDisconnection: isBroken)
        }
        let reply = PostgresReply(result)
        try check(reply)
        return reply
    }

    private func check(_ reply: PostgresReply) throws(PostgresFailure) {
        switch reply.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default:
            let state = reply.field("C") ?? ""
            var message = Self.firstLine(reply.field("M") ?? reply.message)
            // The text of such an error quotes the value that does not fit.
            if state.hasPrefix("22"), let quote = message.range(of: ": \"") {
                message = String(message[..<quote.lowerBound])
            }
            throw PostgresFailure(state, message, isDisconnection: isBroken)
        }
    }
}
