/// A change among the users of this install.
public enum UserNotice: Notice, Hashable {
    /// Another user is active, by id.
    case activeUserChanged(String?)

    /// `MarqueeActiveUserChanged`.
    public var name: String { "MarqueeActiveUserChanged" }

    /// Empty: the id is read from ``UserStore/active``.
    public var userInfo: [String: String] { [:] }
}
