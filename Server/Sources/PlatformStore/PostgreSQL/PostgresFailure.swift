/// What PostgreSQL or libpq reported.
struct PostgresFailure: Error, CustomStringConvertible {
    /// The SQLSTATE; empty when the server did not answer.
    let state: String
    /// The first sentence of the report: no values of a row, no password.
    let message: String
    /// Whether the connection ended with it.
    let isDisconnection: Bool

    init(_ state: String, _ message: String, isDisconnection: Bool = false) {
        self.state = state
        self.message = message
        self.isDisconnection =
            isDisconnection || state.hasPrefix("08") && state != "08P01" || Self.endings.contains(state)
    }

    /// The server shuts down, crashed, or ended a session that waited too long.
    private static let endings: Set = ["57P01", "57P02", "57P03", "57P05", "25P03"]

    /// Whether transactions that ran at the same time were in each other's way: to run it again is the remedy.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether a prepared statement may no longer fit the tables, or is unknown to the server. The first has no SQLSTATE
    /// of its own.
    var isStaleStatement: Bool { state == "26000" || state == "0A000" }

    /// Whether a connection that could not be made may succeed a little later: the host did not answer, the server
    /// starts, stops or has no connection free.
    var mayPass: Bool { state.isEmpty || isDisconnection || state.hasPrefix("53") }

    var description: String { state.isEmpty ? "PostgreSQL: \(message)" : "PostgreSQL (\(state)): \(message)" }
}
