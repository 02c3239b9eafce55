@MainActor open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable {
        case scaleToFill
        case scaleAspectFit
    }

    // Apple's class also has an init().
    public init(frame: CGRect = .zero) {}
    public required init?(coder: NSCoder) {}

    open var isHidden = false
    open var isOpaque = true
    open var backgroundColor: UIColor?
    open var contentMode = ContentMode.scaleToFill
    open var window: UIWindow? { declared() }
    open var superview: UIView? { declared() }
    open var subviews: [UIView] { declared() }
    open func addSubview(_ view: UIView) {}
    open func didMoveToWindow() {}
    open var traitCollection: UITraitCollection { declared() }
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {}
    @discardableResult open func endEditing(_ force: Bool) -> Bool { declared() }
    open func isDescendant(of view: UIView) -> Bool { declared() }
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { declared() }

    open var frame = CGRect.zero
    open var bounds = CGRect.zero
    open var center = CGPoint.zero
    open var alpha: CGFloat = 1
    open var isUserInteractionEnabled = true
    open var layer: CALayer { declared() }
    open var safeAreaInsets: UIEdgeInsets { declared() }
    open var intrinsicContentSize: CGSize { declared() }
    open func invalidateIntrinsicContentSize() {}
    open class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {}
    open func removeFromSuperview() {}

    open var translatesAutoresizingMaskIntoConstraints = true
    open var safeAreaLayoutGuide: UILayoutGuide { declared() }
    open var topAnchor: NSLayoutYAxisAnchor { declared() }
    open var bottomAnchor: NSLayoutYAxisAnchor { declared() }
    open var centerYAnchor: NSLayoutYAxisAnchor { declared() }
    open var leadingAnchor: NSLayoutXAxisAnchor { declared() }
    open var trailingAnchor: NSLayoutXAxisAnchor { declared() }
    open var widthAnchor: NSLayoutDimension { declared() }
    open var heightAnchor: NSLayoutDimension { declared() }
}

@MainActor open class UIEvent: NSObject {}

@MainActor open class UITraitCollection: NSObject {
    open var displayScale: CGFloat { declared() }
}

open class CALayer: NSObject {
    open var cornerRadius: CGFloat = 0
}

@MainActor open class UILayoutGuide: NSObject {
    open var topAnchor: NSLayoutYAxisAnchor { declared() }
    open var bottomAnchor: NSLayoutYAxisAnchor { declared() }
    open var centerYAnchor: NSLayoutYAxisAnchor { declared() }
    open var leadingAnchor: NSLayoutXAxisAnchor { declared() }
    open var trailingAnchor: NSLayoutXAxisAnchor { declared() }
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { declared() }
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        declared()
    }
    open func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
    ) -> NSLayoutConstraint { declared() }
}

@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
@MainActor open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { declared() }
    open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint { declared() }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public static let defaultLow = UILayoutPriority(rawValue: 250)
}

@MainActor open class NSLayoutConstraint: NSObject {
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
    open var isActive = false
    open var priority = UILayoutPriority.defaultLow
}
