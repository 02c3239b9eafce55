import MarqueeCore
import Synchronization

/// How the lab's phones reach an app's Engage account on this server.
public struct LabConnection: Sendable {
    let client: String
    let secret: Secret
    let refreshToken: Secret
    let list: Int64

    /// Makes a connection from what a new client was issued.
    /// - Parameters:
    ///   - client: the client's id.
    ///   - secret: the client's secret; it stays out of logs.
    ///   - refreshToken: what the phones exchange for access tokens; it stays out of logs.
    ///   - list: the database of the app's recipients.
    public init(client: String, secret: String, refreshToken: String, list: Int64) {
        self.client = client
        self.secret = Secret(secret)
        self.refreshToken = Secret(refreshToken)
        self.list = list
    }
}

/// The connections by app, in memory only.
///
/// Everybody who can use the lab can change recipients over a connection, so a server makes none by itself.
final class LabConnections: Sendable {
    private let connections = Mutex<[String: LabConnection]>([:])

    subscript(_ app: String) -> LabConnection? {
        get { connections.withLock { $0[app] } }
        set { connections.withLock { $0[app] = newValue } }
    }
}
