import Foundation
import MarqueeWire
import PlatformStore
import Web

/// Access tokens as the platform knows them. A token that was withdrawn is refused within a second.
struct PlatformEngageAccounts: EngageAccounts {
    private let clients: any EngageClientStore
    private let now: @Sendable () -> Timestamp
    /// By the tokens' hashes, so that no token stays in memory.
    private let kept = BriefMemory<ObjectHash, SubmissionAccount>(most: 1_000)

    init(clients: any EngageClientStore, now: @escaping @Sendable () -> Timestamp) {
        self.clients = clients
        self.now = now
    }

    func account(of token: String) async throws -> SubmissionAccount? {
        try await kept.value(of: ObjectHash(of: Data(token.utf8)), at: now()) {
            guard let caller = try await clients.caller(accessToken: token) else { return nil }
            return SubmissionAccount(
                app: caller.account.app, client: caller.client.id, isProvisioned: caller.account.isProvisioned)
        }
    }
}
