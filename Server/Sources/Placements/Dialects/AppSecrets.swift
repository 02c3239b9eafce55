import MarqueeWire
import PlatformStore
import Web

/// The secrets with which apps sign, kept for a second: each is decrypted, and a server checks thousands of signatures in
/// that time.
struct AppSecrets: Sendable {
    private let credentials: any CredentialStore
    private let now: @Sendable () -> Timestamp
    private let kept = BriefMemory<String, [SigningSecret]>(most: 200)

    init(_ credentials: any CredentialStore, now: @escaping @Sendable () -> Timestamp) {
        self.credentials = credentials
        self.now = now
    }

    /// The newest first; empty for an app that does not exist.
    func secrets(of app: String) async throws -> [SigningSecret] {
        guard Scope.isValid(app) else { return [] }
        let now = now()
        return try await kept.value(of: app, at: now) {
            let secrets = try await credentials.signingSecrets(app: app, now: now)
            return secrets.isEmpty ? nil : secrets
        } ?? []
    }
}
