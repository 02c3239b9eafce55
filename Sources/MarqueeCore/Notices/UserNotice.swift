/// A change of the users of this install.
public enum UserNotice: Notice, Hashable {
    /// Another user is active; the value is the user's id.
    case activeUserChanged(String?)

    /// `MarqueeActiveUserChanged`.
    public var name: String { "MarqueeActiveUserChanged" }

    /// Empty; read the id from ``UserStore/active``.
    public var userInfo: [String: String] { [:] }
}
