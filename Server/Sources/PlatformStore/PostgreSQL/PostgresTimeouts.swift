/// How long parts of the work with PostgreSQL may take.
///
/// An address that names one of libpq's settings, or `options`, decides for itself.
struct PostgresTimeouts: Sendable {
    /// For making a connection to one host.
    var connecting = Duration.seconds(5)
    /// For one statement.
    var statement = Duration.seconds(30)
    /// For a lock that another transaction holds.
    var lock = Duration.seconds(10)
    /// For a transaction that waits for its next statement; then the server ends the connection.
    var idleInTransaction = Duration.seconds(60)
    /// For a server that is silent beyond ``statement``, after which it should have ended the statement itself.
    var grace = Duration.seconds(5)
    /// For a server that no longer answers packets.
    var unanswered = Duration.seconds(20)

    /// The settings that an address gets when it does not name them itself.
    var settings: [String: String] {
        [
            "application_name": "marquee", "gssencmode": "disable", "keepalives": "1",
            "keepalives_idle": "30", "keepalives_interval": "5", "keepalives_count": "3",
            "tcp_user_timeout": "\(unanswered.milliseconds)",
        ]
    }

    /// The server's settings for a connection; a later one in `own` replaces an earlier one.
    func options(before own: String?) -> String {
        let options =
            "-c statement_timeout=\(statement.milliseconds) -c lock_timeout=\(lock.milliseconds) "
            + "-c idle_in_transaction_session_timeout=\(idleInTransaction.milliseconds) -c client_min_messages=error"
        return "\(options) \(own ?? "") -c standard_conforming_strings=on"
    }
}

extension Duration {
    var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
