/// Portal accounts and their sessions.
public protocol AccountStore: Sendable {
    /// Whether nobody can sign in yet: the portal then offers the first-run page.
    func isEmpty() async throws(StoreError) -> Bool

    /// Makes the first account, an administrator.
    /// - Throws: `alreadyExists` when there is any account, whoever asks at the same time; `invalid` for a short
    ///   password.
    func createFirst(name: String, password: String) async throws(StoreError) -> AccountRecord

    /// Makes another account; the first of all has to be an administrator's, or nobody could make more.
    /// - Throws: `alreadyExists`, `invalid` for a name, password or role that cannot be.
    func create(name: String, password: String, role: AccountRecord.Role, by who: String)
        async throws(StoreError) -> AccountRecord

    /// By name.
    func accounts() async throws(StoreError) -> [AccountRecord]

    /// Gives an account another password without asking for the present one, and signs it out everywhere.
    /// - Throws: `notFound`, `invalid` for a password that is too short or too long.
    func setPassword(_ password: String, of name: String, by who: String) async throws(StoreError)

    /// Changes an account's own password, signs it out everywhere, and opens a new session where it was changed.
    ///
    /// Failures count as those of ``signIn(name:password:from:)``: a stolen session is no way to guess the password.
    /// - Throws: `refused` when `current` is wrong, `throttled`, `invalid` for a new password that cannot be.
    func changePassword(of name: String, from current: String, to new: String, origin: SignInOrigin)
        async throws(StoreError) -> Session

    /// Lets an account do more or less, from its next request on.
    /// - Throws: `notFound`; `invalid` when no administrator would be left.
    func setRole(_ role: AccountRecord.Role, of name: String, by who: String) async throws(StoreError)

    /// Ends an account's sessions, and forgets the browsers that it is known by.
    /// - Throws: `notFound`.
    func signOutEverywhere(_ name: String, by who: String) async throws(StoreError)

    /// Removes an account with its sessions. The last administrator cannot be removed.
    func remove(_ name: String, by who: String) async throws(StoreError)

    /// Checks a password and opens a session.
    ///
    /// Failures count by account and origin together, and within ten minutes by each of them alone. A browser that
    /// signed in to the account before counts for itself only: strangers who fail cannot keep its owner out.
    /// - Throws: `refused` for a wrong name or password alike; `throttled` after repeated failures, right or wrong.
    func signIn(name: String, password: String, from origin: SignInOrigin) async throws(StoreError) -> Session

    /// The session of a cookie, or `nil` when there is none or it has expired.
    ///
    /// Asking for one of which less than half is left extends it: only what is not used expires.
    func session(token: String) async throws(StoreError) -> Session?

    func signOut(token: String) async throws(StoreError)
}
