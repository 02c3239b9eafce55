import PlatformStore
import Testing

extension AccountStore {
    /// Signs in to an account without a second factor.
    func openSession(name: String, password: String, from origin: SignInOrigin) async throws -> Session {
        try #require(try await signIn(name: name, password: password, from: origin).session)
    }
}
