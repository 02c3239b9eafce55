open class UIColor: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open class var systemBackground: UIColor { declared() }
    open class var systemRed: UIColor { declared() }
    open class var black: UIColor { declared() }
    open class var gray: UIColor { declared() }
    open class var white: UIColor { declared() }
    open class var clear: UIColor { declared() }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { declared() }
}

open class UIImage: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public convenience init?(systemName name: String) { self.init() }
    public convenience init?(named name: String) { self.init() }
    open var size: CGSize { declared() }
    open func preparingThumbnail(of size: CGSize) -> UIImage? { declared() }
}

open class UIFont: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let body = TextStyle(rawValue: "declared")
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { declared() }
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { declared() }
}

open class UIFontMetrics: NSObject {
    open class var `default`: UIFontMetrics { declared() }
    open func scaledValue(for value: CGFloat) -> CGFloat { declared() }
}

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let didChangeNotification = Notification.Name("declared")
}

@MainActor public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let screenChanged = Notification(rawValue: 1000)
    }

    public static func post(notification: Notification, argument: Any?) {}
}

public struct UIEdgeInsets: Hashable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat
}

public enum UIStatusBarStyle: Int, Sendable {
    case `default`
    case lightContent
    case darkContent
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = UIInterfaceOrientationMask(rawValue: 30)
}
