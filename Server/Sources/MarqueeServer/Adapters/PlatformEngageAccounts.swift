import PlatformStore

/// Access tokens as the platform knows them.
struct PlatformEngageAccounts: EngageAccounts {
    let clients: any EngageClientStore

    func account(of token: String) async throws -> SubmissionAccount? {
        guard let caller = try await clients.caller(accessToken: token) else { return nil }
        return SubmissionAccount(
            app: caller.account.app, client: caller.client.id, isProvisioned: caller.account.isProvisioned)
    }
}
