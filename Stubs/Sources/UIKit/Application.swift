public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public enum State: Int, Sendable {
        case active
        case inactive
        case background
    }

    open class var shared: UIApplication { declared() }
    open var applicationState: State { declared() }
    open var connectedScenes: Set<UIScene> { declared() }

    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {}
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { declared() }

    nonisolated open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { declared() }
    nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    nonisolated public static let didEnterBackgroundNotification = Notification.Name("declared")
    nonisolated public static let willEnterForegroundNotification = Notification.Name("declared")
    nonisolated public static let didBecomeActiveNotification = Notification.Name("declared")
    nonisolated public static let willTerminateNotification = Notification.Name("declared")
}

public enum UIBackgroundFetchResult: UInt, Sendable {
    case newData
    case noData
    case failed
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult
}

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive
        case background
    }

    open var activationState: ActivationState { declared() }
}

@MainActor open class UIOpenURLContext: NSObject {
    open var url: URL { declared() }
}

@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { declared() }
    open var screen: UIScreen { declared() }
}

@MainActor open class UIScreen: NSObject {
    open var bounds: CGRect { declared() }
    open var scale: CGFloat { declared() }
}

@MainActor open class UIWindow: UIView {
    public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static func + (left: Level, right: CGFloat) -> Level { Level(rawValue: left.rawValue + right) }
    }

    open var rootViewController: UIViewController?
    open weak var windowScene: UIWindowScene?
    open var windowLevel = Level.normal
    open func makeKey() {}
    open var isKeyWindow: Bool { declared() }
    open func makeKeyAndVisible() {}
}
