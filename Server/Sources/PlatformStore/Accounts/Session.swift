public import MarqueeWire
import Secrets

/// A signed-in person's session.
///
/// The token is the cookie's value and is stored only as a hash.
public struct Session: Sendable, Hashable {
    /// 256 random bits in base 64 for URLs; a secret.
    public let token: String
    /// Names the session in ``AccountStore/sessions(of:)``; not secret.
    public let id: String
    /// Stands in every form of the session; a request that changes something must bring it back.
    public let csrfToken: String
    /// The account that is signed in.
    public let account: AccountRecord
    /// When the session ends unless it is used.
    public let expires: Timestamp
    /// Shows at the next sign-in that this browser has been here before; a secret, stored only as a hash.
    ///
    /// `nil` when the browser brought a valid one, and in sessions that are looked up.
    public let browserToken: String?

    /// Describes a session.
    public init(
        token: String, id: String, csrfToken: String, account: AccountRecord, expires: Timestamp,
        browserToken: String? = nil
    ) {
        self.token = token
        self.id = id
        self.csrfToken = csrfToken
        self.account = account
        self.expires = expires
        self.browserToken = browserToken
    }

    /// Compares in constant time.
    public func accepts(csrfToken candidate: String) -> Bool {
        ConstantTime.equal(csrfToken, candidate)
    }
}
