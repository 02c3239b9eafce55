#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit

    /// The controls of a full-screen hub: close, back, the page's title and the logo.
    final class HubBar: UIView, UINavigationBarDelegate {
        var closed: @MainActor () -> Void = {}
        var wentBack: @MainActor () -> Void = {}

        let item = UINavigationItem()
        private let back: UIBarButtonItem
        private let logo: UIBarButtonItem?

        init(texts: HubTexts, logo image: UIImage?) {
            let bar = UINavigationBar()
            back = UIBarButtonItem(image: UIImage(systemName: "chevron.backward"))
            logo = image.map { UIBarButtonItem(customView: Self.logo($0, texts.logo)) }
            super.init(frame: .zero)
            let close = UIBarButtonItem(
                systemItem: .close, primaryAction: UIAction { [weak self] _ in self?.closed() })
            close.accessibilityLabel = texts.close
            back.primaryAction = UIAction(image: UIImage(systemName: "chevron.backward")) { [weak self] _ in
                self?.wentBack()
            }
            back.accessibilityLabel = texts.back
            item.leftBarButtonItems = [close, back]
            bar.items = [item]
            bar.delegate = self
            bar.below(topOf: self)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { return nil }

        func draw(_ controls: HubControls) {
            isHidden = !controls.showsChrome
            back.isEnabled = controls.canGoBack
            item.title = controls.title
            item.rightBarButtonItem = controls.showsLogo ? logo : nil
        }

        /// Extends the bar's colour to the top edge of the screen.
        func position(for bar: any UIBarPositioning) -> UIBarPosition { .topAttached }

        private static func logo(_ image: UIImage, _ name: String) -> UIImageView {
            let view = UIImageView(image: image)
            view.contentMode = .scaleAspectFit
            view.isAccessibilityElement = true
            view.accessibilityLabel = name
            view.heightAnchor.constraint(equalToConstant: 28).isActive = true
            view.widthAnchor.constraint(lessThanOrEqualToConstant: 120).isActive = true
            return view
        }
    }
#endif
