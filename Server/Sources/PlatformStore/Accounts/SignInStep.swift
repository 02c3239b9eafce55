/// What a right name and password lead to.
public enum SignInStep: Sendable, Hashable {
    /// The person is signed in.
    case signedIn(Session)
    /// The account has a second factor: the token goes to ``AccountStore/signIn(step:code:from:)`` with a code.
    ///
    /// The token is a secret of five minutes, and worth nothing without a code.
    case codeRequired(token: String)

    /// The session, or `nil` when a code is required.
    public var session: Session? {
        switch self {
        case .signedIn(let session): session
        case .codeRequired: nil
        }
    }
}
