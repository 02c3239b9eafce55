open class UIColor: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open class var systemBackground: UIColor { declared() }
}

open class UIImage: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public convenience init?(systemName name: String) { self.init() }
    public convenience init?(named name: String) { self.init() }
}

open class UIFont: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let body = TextStyle(rawValue: "declared")
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { declared() }
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
