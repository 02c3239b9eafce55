/// Where an attempt to sign in comes from. Failures are counted by it.
public struct SignInOrigin: Sendable, Hashable {
    /// The network address of the peer, or the part of it that one household has; empty when it is not known.
    public let address: String
    /// The ``Session/browserToken`` of an earlier sign-in of this browser; a secret.
    public let browserToken: String?
    /// What the browser calls itself; shown in the list of sessions, and used for nothing else.
    public let userAgent: String

    /// Describes where an attempt to sign in comes from.
    public init(address: String, browserToken: String? = nil, userAgent: String = "") {
        self.address = address
        self.browserToken = browserToken
        self.userAgent = userAgent
    }
}
