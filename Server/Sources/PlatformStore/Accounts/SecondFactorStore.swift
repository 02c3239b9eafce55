/// Second factors: codes of an authenticator app, and recovery codes for people who lost it.
///
/// Secrets are stored encrypted with the server's key and are not shown again once the factor is on. Recovery codes are
/// stored as hashes.
public protocol SecondFactorStore: Sendable {
    /// Makes a new secret for an account, which takes the place of one that was not confirmed.
    /// - Throws: `alreadyExists` when the account has a second factor, `notFound`.
    func begin(for account: String) async throws(StoreError) -> SecondFactorEnrolment

    /// The secret that waits for its first code; `nil` when there is none, and an hour after it was made.
    func pending(for account: String) async throws(StoreError) -> SecondFactorEnrolment?

    /// Turns the factor on with a first code.
    /// - Returns: ten recovery codes, each good for one sign-in; shown now and never again.
    /// - Throws: `refused` for a wrong code, `notFound` when no secret waits.
    func confirm(code: String, for account: String) async throws(StoreError) -> [String]

    /// Replaces an account's recovery codes.
    /// - Throws: `notFound` when the account has no second factor.
    func replaceRecoveryCodes(of account: String) async throws(StoreError) -> [String]

    /// How many recovery codes are left.
    func recoveryCodes(of account: String) async throws(StoreError) -> Int

    /// Turns the factor off, for oneself or for somebody who lost it.
    /// - Throws: `notFound` when the account has no second factor.
    func remove(from account: String, by who: String) async throws(StoreError)
}
