@MainActor open class UIResponder: NSObject {
    // Apple declares the accessibility members for every NSObject.
    open func accessibilityPerformEscape() -> Bool { declared() }
    open var accessibilityLabel: String?
    open var isAccessibilityElement = false
    open var accessibilityViewIsModal = false
}

@MainActor public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified
    case light
    case dark
}

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case automatic = -2
}

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    public required init?(coder: NSCoder) {}

    open var view: UIView! {
        get { declared() }
        set {}
    }
    open var isViewLoaded: Bool { declared() }
    open func loadViewIfNeeded() {}
    open func loadView() {}
    open func viewDidLoad() {}
    open func viewDidLayoutSubviews() {}
    open var prefersStatusBarHidden: Bool { declared() }
    open var preferredStatusBarStyle: UIStatusBarStyle { declared() }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { declared() }

    open var children: [UIViewController] { declared() }
    open var parent: UIViewController? { declared() }
    open func addChild(_ childController: UIViewController) {}
    open func removeFromParent() {}
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    open var presentedViewController: UIViewController? { declared() }
    open var presentingViewController: UIViewController? { declared() }
    open var isBeingDismissed: Bool { declared() }
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified

    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (@MainActor @Sendable () -> Void)? = nil
    ) {}
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool) async {}
    open func dismiss(animated flag: Bool, completion: (@MainActor @Sendable () -> Void)? = nil) {}
    open func dismiss(animated flag: Bool) async {}
}

@MainActor open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case actionSheet
        case alert
    }

    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
    }

    open func addAction(_ action: UIAlertAction) {}
    open var actions: [UIAlertAction] { declared() }
    open var message: String?
}

@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default`
        case cancel
        case destructive
    }

    public convenience init(
        title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
    ) {
        self.init()
    }
}
