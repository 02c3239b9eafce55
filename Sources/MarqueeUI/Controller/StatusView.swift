#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit

    /// The default status view: a text with a spinner, a progress bar or a close button.
    ///
    /// The view scrolls, because a large text size may not fit the screen.
    final class StatusView: UIView {
        private let label = UILabel()
        private let spinner = UIActivityIndicatorView(style: .large)
        private let progress = UIProgressView(progressViewStyle: .default)
        private let close: UIButton

        init(texts: HubTexts, closed: @escaping @MainActor () -> Void) {
            close = UIButton(configuration: .bordered(), primaryAction: UIAction(title: texts.close) { _ in closed() })
            super.init(frame: .zero)
            backgroundColor = .systemBackground
            label.font = .preferredFont(forTextStyle: .body)
            label.adjustsFontForContentSizeCategory = true
            label.numberOfLines = 0
            label.textAlignment = .center
            progress.accessibilityLabel = texts.progress
            close.accessibilityLabel = texts.close
            close.titleLabel?.adjustsFontForContentSizeCategory = true
            let stack = UIStackView(arrangedSubviews: [spinner, label, progress, close])
            stack.axis = .vertical
            stack.alignment = .center
            stack.spacing = 16
            let scroll = UIScrollView()
            scroll.fill(self)
            stack.scroll(in: scroll)
            progress.widthAnchor.constraint(equalTo: stack.widthAnchor).isActive = true
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { return nil }

        func draw(_ drawing: StatusDrawing, closeImage: UIImage?) {
            label.text = drawing.message
            spinner.isHidden = !drawing.isBusy
            spinner.startAnimating()
            progress.isHidden = drawing.fraction == nil
            progress.progress = Float(drawing.fraction ?? 0)
            close.isHidden = !drawing.offersClose
            close.configuration?.image = closeImage
        }
    }
#endif
