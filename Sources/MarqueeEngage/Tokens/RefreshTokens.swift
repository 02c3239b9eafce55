import MarqueeCore

/// The refresh token in use: the newest one that the host gave, or the configured one.
///
/// A host may replace the refresh token with each access token, and then refuses the old one. So a new one is on disk
/// before the access token is used.
final class RefreshTokens: Sendable {
    private static let newest = "token.refresh"
    /// The configured token that `newest` came from. A new configuration makes `newest` void.
    private static let origin = "token.origin"

    private let configured: String
    private let kept: EngageState
    private let log: Log
    private let received: Locked<String?>

    init(_ host: EngageHost, kept: EngageState, log: Log) {
        configured = host.refreshToken.text
        self.kept = kept
        self.log = log
        var stored: String?
        do throws(MarqueeError) {
            let values = try kept.values()
            if values[Self.origin] == host.refreshToken.text { stored = values[Self.newest] }
        } catch {
            log(.error, .debug, "the stored refresh token cannot be read: \(error.message)")
        }
        received = Locked(stored)
    }

    var current: String { received.withLock { $0 } ?? configured }

    /// Stores the token that the host gave in exchange.
    func replace(with token: String) {
        guard token != current else { return }
        received.withLock { $0 = token }
        store([Self.newest: token, Self.origin: configured])
    }

    /// The host refuses the current token.
    /// - Returns: whether there is another token: the configured one.
    func forgetReceived() -> Bool {
        let hadReceived = received.withLock { token in
            defer { token = nil }
            return token != nil
        }
        if hadReceived { store([Self.newest: nil, Self.origin: nil]) }
        return hadReceived
    }

    private func store(_ changes: [String: String?]) {
        do throws(MarqueeError) {
            try kept.store(changes)
        } catch {
            log(.error, .debug, "the refresh token cannot be stored: \(error.message)")
        }
    }
}
