public enum UIBarPosition: Int, Sendable {
    case any
    case bottom
    case top
    case topAttached
}

@MainActor public protocol UIBarPositioning: NSObjectProtocol {
    var barPosition: UIBarPosition { get }
}

@MainActor public protocol UIBarPositioningDelegate: NSObjectProtocol {
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

@MainActor public protocol UINavigationBarDelegate: UIBarPositioningDelegate {}

@MainActor open class UINavigationBar: UIView {
    open weak var delegate: (any UINavigationBarDelegate)?
    open var items: [UINavigationItem]?
}

@MainActor open class UINavigationItem: NSObject {
    open var title: String?
    open var leftBarButtonItems: [UIBarButtonItem]?
    open var rightBarButtonItem: UIBarButtonItem?
}

@MainActor open class UIBarItem: NSObject {
    open var isEnabled = true
    open var image: UIImage?
    open var accessibilityLabel: String?
}

@MainActor open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case done
        case close
    }

    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) { self.init() }
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) { self.init() }
    public convenience init(customView: UIView) { self.init() }
    open var primaryAction: UIAction?
}
