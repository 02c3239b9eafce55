import Foundation
import MarqueeWire
import PlatformStore
import Synchronization

/// The secrets with which apps sign, kept for a second: each is decrypted, and a server checks thousands of signatures in
/// that time.
final class AppSecrets: Sendable {
    private static let lifetime = Duration.seconds(1)
    /// The most apps whose secrets are kept; strangers can ask for any name.
    private static let most = 200

    private let credentials: any CredentialStore
    private let now: @Sendable () -> Timestamp
    private let kept = Mutex<[String: (keys: [PlacementKey], until: Timestamp)]>([:])

    init(_ credentials: any CredentialStore, now: @escaping @Sendable () -> Timestamp) {
        self.credentials = credentials
        self.now = now
    }

    /// The newest first; empty for an app that does not exist.
    func keys(of app: String) async throws -> [PlacementKey] {
        guard Scope.isValid(app) else { return [] }
        let now = now()
        if let known = kept.withLock({ $0[app] }), known.until > now, known.until - now <= Self.lifetime {
            return known.keys
        }
        let keys = try await credentials.signingSecrets(app: app, now: now).compactMap(PlacementKey.init)
        guard !keys.isEmpty else { return [] }
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[app] = (keys, now + Self.lifetime)
        }
        return keys
    }
}
