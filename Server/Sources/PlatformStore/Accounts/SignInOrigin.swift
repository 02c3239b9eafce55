/// Where an attempt to sign in comes from: what its failures are counted by.
public struct SignInOrigin: Sendable, Hashable {
    /// The network address of the peer, or the part of it that one household has; empty when it is not known.
    public let address: String
    /// The ``Session/browserToken`` of an earlier sign-in of this browser; a secret.
    public let browserToken: String?

    /// Describes where an attempt to sign in comes from.
    public init(address: String, browserToken: String? = nil) {
        self.address = address
        self.browserToken = browserToken
    }
}
