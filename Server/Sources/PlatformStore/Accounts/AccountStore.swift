/// Portal accounts and their sessions.
public protocol AccountStore: Sendable {
    /// Whether nobody can sign in yet: the portal then offers the first-run page.
    func isEmpty() async throws(StoreError) -> Bool

    /// Makes the first account, which owns every wing.
    /// - Throws: `alreadyExists` when there is any account, also one made at the same time; `invalid` for a short
    ///   password.
    func createFirst(name: String, password: String) async throws(StoreError) -> AccountRecord

    /// Makes another account. The first of all accounts must own the team wing, because nobody else can make more.
    /// - Throws: `alreadyExists`; `invalid` for an impossible name or password, and for no role at all.
    func create(name: String, password: String, roles: WingRoles, by who: String)
        async throws(StoreError) -> AccountRecord

    /// By name.
    func accounts() async throws(StoreError) -> [AccountRecord]

    /// Gives an account another password without asking for the present one, and signs it out everywhere.
    /// - Throws: `notFound`, `invalid` for a password that is too short or too long.
    func setPassword(_ password: String, of name: String, by who: String) async throws(StoreError)

    /// Changes an account's own password, signs it out everywhere, and opens a new session for the caller.
    ///
    /// Failures count like those of ``signIn(name:password:from:)``, so that a stolen session cannot guess the password.
    /// - Throws: `refused` when `current` is wrong, `throttled`, `invalid` for an impossible new password.
    func changePassword(of name: String, from current: String, to new: String, origin: SignInOrigin)
        async throws(StoreError) -> Session

    /// Checks the password of somebody who is signed in, before something that a stolen session must not do.
    ///
    /// Failures count like those of ``signIn(name:password:from:)``.
    /// - Throws: `refused`, `throttled`.
    func confirm(password: String, of name: String, from origin: SignInOrigin) async throws(StoreError)

    /// Gives an account these roles and no others, from its next request on. Wings that this version does not know keep
    /// theirs.
    /// - Throws: `notFound`; `invalid` for no role at all, and when the team wing would be left without an owner.
    func setRoles(_ roles: WingRoles, of name: String, by who: String) async throws(StoreError)

    /// Ends an account's sessions, and forgets its known browsers.
    /// - Throws: `notFound`.
    func signOutEverywhere(_ name: String, by who: String) async throws(StoreError)

    /// Removes an account with its sessions. The last owner of the team wing cannot be removed.
    func remove(_ name: String, by who: String) async throws(StoreError)

    /// Checks a password, and opens a session unless the account has a second factor.
    ///
    /// Failures count by account and origin together, and within ten minutes by each of them alone. A browser that
    /// signed in to the account before counts for itself only: strangers who fail cannot keep its owner out.
    /// - Throws: `refused` for a wrong name or password alike; `throttled` after repeated failures, right or wrong.
    func signIn(name: String, password: String, from origin: SignInOrigin) async throws(StoreError) -> SignInStep

    /// Checks a code of the second factor, or one of its recovery codes, and opens the session.
    ///
    /// A wrong code counts as a failed sign-in.
    /// - Parameter step: the token of ``SignInStep/codeRequired(token:)``.
    /// - Throws: `refused` for a wrong or used code; `expired` when the step took longer than five minutes or its
    ///   password was changed meanwhile; `throttled`.
    func signIn(step: String, code: String, from origin: SignInOrigin) async throws(StoreError) -> Session

    /// The session of a cookie, or `nil` when there is none or it has expired.
    ///
    /// Asking extends a session when less than half of its time is left: only unused sessions expire.
    func session(token: String) async throws(StoreError) -> Session?

    /// Ends the session of a cookie.
    func signOut(token: String) async throws(StoreError)

    /// The sessions of one account that have not expired, the latest used first.
    func sessions(of account: String) async throws(StoreError) -> [SessionRecord]

    /// Ends one session of an account.
    /// - Throws: `notFound`.
    func endSession(_ id: String, of account: String, by who: String) async throws(StoreError)
}
