#if canImport(UIKit)
    public import MarqueePlacements
    import MarqueeWire
    public import UIKit

    /// Draws a badge. The view has no size as long as there is nothing to draw, takes no touches, and keeps its centre.
    public final class BadgeView: UIView {
        /// The badge; `nil` draws nothing.
        public var badge: Badge? {
            didSet {
                guard badge !== oldValue else { return }
                oldValue?.setVisible(false, in: ObjectIdentifier(self))
                watch()
            }
        }
        /// The renderers by the type of badge, from the next change on.
        public var renderers = BadgeRenderers()

        private let label = UILabel()
        private var changes: Task<Void, Never>?

        /// Makes an empty view.
        public init(_ badge: Badge? = nil) {
            self.badge = badge
            super.init(frame: .zero)
            isUserInteractionEnabled = false
            backgroundColor = .systemRed
            label.font = .boldSystemFont(ofSize: 17)
            label.textColor = .white
            label.textAlignment = .center
            label.fill(self)
            watch()
        }

        /// Not available: a badge view is made in code.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { return nil }

        deinit { changes?.cancel() }

        /// Reports that the badge came on screen, or left it.
        public override func didMoveToWindow() {
            super.didMoveToWindow()
            reportVisibility()
        }

        /// The size of what is drawn.
        public override var intrinsicContentSize: CGSize { bounds.size }

        private func watch() {
            changes?.cancel()
            guard let badge else { return draw(nil) }
            changes = Task { [weak self] in
                for await content in badge.changes() { self?.draw(content) }
            }
        }

        private func draw(_ content: BadgeData?) {
            let drawing = renderers.drawing(content) { text in
                label.text = text
                return label.intrinsicContentSize.width
            }
            .aligned(toScale: traitCollection.displayScale)
            label.text = drawing.text
            // The size alone: the view's centre stays.
            bounds.size = CGSize(width: drawing.width, height: drawing.height)
            layer.cornerRadius = drawing.height / 2
            isHidden = drawing == .nothing
            accessibilityLabel = drawing.text
            isAccessibilityElement = !isHidden
            invalidateIntrinsicContentSize()
            reportVisibility()
        }

        private func reportVisibility() {
            badge?.setVisible(window != nil && !isHidden, in: ObjectIdentifier(self))
        }
    }
#endif
