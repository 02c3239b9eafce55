import MarqueeWire

/// Slows guessing down without giving strangers a way to keep anybody out.
///
/// After some failures one account waits longer and longer for one origin, up to a quarter of an hour. Within ten minutes,
/// the failures of an address over all accounts are bounded as well, and those of an account over all addresses that are
/// new to it. A browser that signed in before is bounded by its own failures alone.
struct SignInThrottle: Sendable {
    /// Failures of one account from one origin before it has to wait; each further one doubles the wait.
    static let freeFailures = 5
    /// Failures of one address within a window, whatever the account.
    static let failuresPerAddress = 30
    /// Failures of one account within a window, from browsers that are new to it.
    static let failuresPerAccount = 100
    static let window = Duration.seconds(600)
    /// Wrong codes of one account within ``codeWindow``, from browsers that are new to it: each has three chances in a
    /// million, and only somebody who knows the password gets that far.
    static let codesPerAccount = 10
    static let codeWindow = Duration.seconds(3600)
    /// The most counters kept; beyond it, the counters that were not used for the longest time are forgotten.
    static let maximumCounters = 10_000

    private static let longestWait = 900
    private static let memory = Duration.seconds(3600)

    let account: String
    let address: String
    /// The hash of the token of a browser known to the account.
    let browser: String?
    /// Whether the attempt is a code after the password.
    var isCode = false

    private var origin: String { browser.map { "browser \($0)" } ?? "address \(address)" }

    /// A counter beside that of account and origin.
    private struct Counter {
        let account: String
        let origin: String
        let limit: Int
        var lasts = SignInThrottle.window
    }

    private var windows: [Counter] {
        guard browser == nil else { return [] }
        let windows = [
            Counter(account: "", origin: origin, limit: Self.failuresPerAddress),
            Counter(account: account, origin: "", limit: Self.failuresPerAccount),
        ]
        guard isCode else { return windows }
        return windows
            + [Counter(account: account, origin: "code", limit: Self.codesPerAccount, lasts: Self.codeWindow)]
    }

    /// Counts one attempt, as if it had failed already.
    /// - Throws: `throttled` when the attempt comes too early; it is not counted then.
    func count(at now: Timestamp, _ db: any SQLTransaction) throws {
        for window in windows {
            try db.execute(
                "DELETE FROM sign_in_attempt WHERE account = ? AND origin = ? AND started <= ?",
                [window.account, window.origin, now + (.zero - window.lasts)])
            let counter = try row(window.account, window.origin, db)
            guard let counter, try counter["failures"] >= window.limit else { continue }
            try Self.refuse(until: try counter["started"] + window.lasts, now)
        }
        if let counter = try row(account, origin, db) {
            let excess = try counter["failures"] - Self.freeFailures
            let wait = excess < 0 ? 0 : min(Self.longestWait, 2 << min(excess, 16))
            try Self.refuse(until: try counter["latest"] + .seconds(wait), now)
        }
        for (account, origin) in [(account, origin)] + windows.map({ ($0.account, $0.origin) }) {
            try db.execute(
                """
                INSERT INTO sign_in_attempt (account, origin, failures, started, latest) VALUES (?, ?, 1, ?, ?)
                ON CONFLICT (account, origin)
                DO UPDATE SET failures = sign_in_attempt.failures + 1, latest = excluded.latest
                """, [account, origin, now, now])
        }
    }

    /// Takes back what ``count(at:_:)`` counted, and nothing else: the attempt goes on with another step.
    func takeBack(_ db: any SQLTransaction) throws {
        for (account, origin) in [(account, origin)] + windows.map({ ($0.account, $0.origin) }) {
            try db.execute(
                "UPDATE sign_in_attempt SET failures = failures - 1 WHERE account = ? AND origin = ?",
                [account, origin])
        }
    }

    /// Forgets the failures of this account from this origin: an attempt succeeded.
    func forgive(_ db: any SQLTransaction) throws {
        try db.execute("DELETE FROM sign_in_attempt WHERE account = ? AND origin = ?", [account, origin])
        for window in windows {
            try db.execute(
                "UPDATE sign_in_attempt SET failures = failures - 1 WHERE account = ? AND origin = ?",
                [window.account, window.origin])
        }
    }

    private func row(_ account: String, _ origin: String, _ db: any SQLTransaction) throws -> SQLRow? {
        try db.row("SELECT * FROM sign_in_attempt WHERE account = ? AND origin = ?", [account, origin])
    }

    private static func refuse(until time: Timestamp, _ now: Timestamp) throws {
        guard time > now else { return }
        throw StoreError(.throttled, "too many failed sign-ins", retryAfter: time - now)
    }

    /// Forgets counters that no longer matter, and the oldest ones above ``maximumCounters``. It reads all of them, so it
    /// has a transaction of its own: attempts that are counted meanwhile would else be in its way.
    static func tidy(at now: Timestamp, _ db: any SQLTransaction) throws {
        try db.execute("DELETE FROM sign_in_attempt WHERE latest < ?", [now + (.zero - memory)])
        guard try db.count("SELECT COUNT(*) FROM sign_in_attempt") > maximumCounters else { return }
        try db.execute(
            """
            DELETE FROM sign_in_attempt WHERE (account, origin) IN
            (SELECT account, origin FROM sign_in_attempt WHERE origin <> 'code' ORDER BY latest LIMIT ?)
            """, [maximumCounters / 10])
    }
}
