@MainActor open class UIStackView: UIView {
    public enum Alignment: Int, Sendable {
        case fill
        case center
    }

    public convenience init(arrangedSubviews views: [UIView]) { self.init(frame: .zero) }
    open var axis = NSLayoutConstraint.Axis.horizontal
    open var alignment = Alignment.fill
    open var spacing: CGFloat = 0
}

extension NSLayoutConstraint {
    public enum Axis: Int, Sendable {
        case horizontal
        case vertical
    }
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {}

@MainActor open class UIScrollView: UIView {
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentLayoutGuide: UILayoutGuide { declared() }
    open var frameLayoutGuide: UILayoutGuide { declared() }
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic
        case never = 2
    }
}

public enum NSTextAlignment: Int, Sendable {
    case left
    case center
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var font: UIFont!
    open var textColor: UIColor!
    open var numberOfLines = 1
    open var textAlignment = NSTextAlignment.left
    open var adjustsFontForContentSizeCategory = false
}

@MainActor open class UIImageView: UIView {
    public init(image: UIImage?) { super.init(frame: .zero) }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var image: UIImage?
}

@MainActor open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    public init(style: Style) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var color: UIColor!
    open func startAnimating() {}
    open func stopAnimating() {}
}

@MainActor open class UIProgressView: UIView {
    public enum Style: Int, Sendable {
        case `default`
        case bar
    }

    public convenience init(progressViewStyle style: Style) { self.init(frame: .zero) }
    open var progress: Float = 0
}

@MainActor open class UIControl: UIView {
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
        public static let highlighted = State(rawValue: 1)
    }

    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 64)
    }

    open func addAction(_ action: UIAction, for controlEvents: Event) {}
    open var isEnabled = true
}

@MainActor open class UIButton: UIControl {
    public struct Configuration {
        public static func bordered() -> Configuration { declared() }
        public var image: UIImage?
    }

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) { self.init(frame: .zero) }
    open var configuration: Configuration?
    open var titleLabel: UILabel? { declared() }
    open func setImage(_ image: UIImage?, for state: UIControl.State) {}
}

@MainActor open class UIMenuElement: NSObject {}
@MainActor open class UIMenu: UIMenuElement {}

@MainActor open class UIAction: UIMenuElement {
    public convenience init(
        title: String = "", image: UIImage? = nil, handler: @escaping @MainActor (UIAction) -> Void
    ) { self.init() }
}
