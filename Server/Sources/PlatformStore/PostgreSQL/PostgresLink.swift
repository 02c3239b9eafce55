import CPostgres
import Foundation

/// One connection of libpq, whose calls block.
///
/// It must not be used by several threads at the same time.
final class PostgresLink {
    private let handle: OpaquePointer

    /// How long a statement may take until the server has answered; `nil` without a limit.
    private var patience: Duration?
    /// Whether an answer is missing, so that nothing that comes can be told apart from it.
    private var isAbandoned = false

    /// Connects to the first host of the address that answers.
    /// - Parameters:
    ///   - limit: for all hosts together; each gets its part of what is left.
    ///   - grace: how long the server may be silent beyond the time in which it ends a statement itself.
    init(to address: PostgresAddress, within limit: Duration, grace: Duration) throws(PostgresFailure) {
        let deadline = ContinuousClock.now + limit
        var failure = PostgresFailure("", "the address names no host")
        for host in 0..<address.hostCount {
            do throws(PostgresFailure) {
                let part = (deadline - .now) / (address.hostCount - host)
                handle = try Self.connect(address, host, within: part)
            } catch {
                failure = error
                continue
            }
            patience = limit
            let own = try execute("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'").text.flatMap(
                Int.init)
            patience = own.flatMap { $0 > 0 ? .milliseconds($0) + grace : nil }
            return
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
            PQsetnonblocking(handle, 1)
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
            throw PostgresFailure("0A000", "the database has the encoding \(encoding); it has to be UTF8")
        }
    }

    private static func firstLine(_ text: String) -> String {
        String(text.prefix { !$0.isNewline })
    }

    var isBroken: Bool { isAbandoned || PQstatus(handle) != CONNECTION_OK }

    /// Whether no transaction is open.
    var isIdle: Bool { !isAbandoned && PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// Runs statements without values.
    @discardableResult
    func execute(_ sql: String) throws(PostgresFailure) -> PostgresReply {
        try reply(sent: PQsendQuery(handle, sql))
    }

    /// Has the server keep a statement under a name.
    func prepare(_ name: String, _ sql: String, _ types: [Oid]) throws(PostgresFailure) {
        _ = try reply(sent: PQsendPrepare(handle, name, sql, Int32(types.count), types))
    }

    /// Runs a prepared statement.
    func run(_ name: String, _ parameters: PostgresParameters) throws(PostgresFailure) -> PostgresReply {
        try reply(sent: send(name, parameters))
    }

    /// Begins a transaction and runs its first statement, which travel together.
    func run(
        _ name: String, _ parameters: PostgresParameters, beginning begin: String
    ) throws(PostgresFailure) -> PostgresReply {
        let isSent =
            PQenterPipelineMode(handle) == 1
            && PQsendQueryParams(handle, begin, 0, nil, nil, nil, nil, 0) == 1
            && send(name, parameters) == 1
            && PQpipelineSync(handle) == 1
        defer { PQexitPipelineMode(handle) }
        guard isSent else { throw refusal() }
        let deadline = deadline()
        var replies: [PostgresReply] = []
        // Each statement's results end with a null pointer; a broken connection returns nothing else.
        while replies.last?.status != PGRES_PIPELINE_SYNC {
            if let reply = try next(by: deadline) {
                replies.append(reply)
            } else if isBroken {
                break
            }
        }
        for reply in replies where reply.status != PGRES_PIPELINE_SYNC { try check(reply) }
        guard replies.count == 3 else { throw refusal() }
        return replies[1]
    }

    /// Sends a COMMIT without waiting for the answer: ``settle()`` reads it.
    func sendCommit() {
        if PQsendQuery(handle, "COMMIT") == 0 { settle() }
    }

    /// Reads answers that nobody waited for.
    func settle() {
        let deadline = deadline()
        do throws(PostgresFailure) { while try next(by: deadline) != nil {} } catch { isAbandoned = true }
    }

    private func send(_ name: String, _ parameters: PostgresParameters) -> Int32 {
        parameters.withPointers { values, sizes, formats in
            PQsendQueryPrepared(handle, name, Int32(values.count), values, sizes, formats, 1)
        }
    }

    /// The answer to what was sent: the last of several, or the first that is an error.
    private func reply(sent: Int32) throws(PostgresFailure) -> PostgresReply {
        guard sent == 1 else { throw refusal() }
        let deadline = deadline()
        var answer: PostgresReply?
        while let reply = try next(by: deadline) {
            if answer?.isError != true { answer = reply }
        }
        guard let answer else { throw refusal() }
        try check(answer)
        return answer
    }

    private func deadline() -> ContinuousClock.Instant? { patience.map { .now + $0 } }

    /// The next answer; `nil` at the end of those to one statement.
    ///
    /// A server can be silent without being gone: its process hangs, and its system still acknowledges packets.
    private func next(by deadline: ContinuousClock.Instant?) throws(PostgresFailure) -> PostgresReply? {
        var isSending = PQflush(handle) == 1
        while PQisBusy(handle) == 1, PQstatus(handle) == CONNECTION_OK {
            let left = deadline.map { Int32(clamping: max(0, ($0 - .now).milliseconds)) } ?? -1
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN | (isSending ? POLLOUT : 0)), revents: 0)
            let ready = poll(&descriptor, 1, left)
            if ready == 0 {
                isAbandoned = true
                throw PostgresFailure("", "the server did not answer in time", isDisconnection: true)
            }
            guard ready > 0 else { continue }
            if descriptor.revents & Int16(POLLOUT) != 0 { isSending = PQflush(handle) == 1 }
            // What goes wrong is said by the next result.
            if descriptor.revents & ~Int16(POLLOUT) != 0 { PQconsumeInput(handle) }
        }
        return PQgetResult(handle).map(PostgresReply.init)
    }

    private func refusal() -> PostgresFailure {
        PostgresFailure("", Self.firstLine(String(cString: PQerrorMessage(handle))), isDisconnection: isBroken)
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
