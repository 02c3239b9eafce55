#if canImport(UIKit) && canImport(WebKit)
    import MarqueePlacements
    import MarqueeWire
    import UIKit

    /// The views of one request above the app: overlay, templates and close button, where ``SurfaceLayout`` puts them.
    final class PlacementController: UIViewController {
        /// Called when the layout of the screen may have changed.
        var laidOut: @MainActor (SurfaceLayout) -> Void = { _ in }
        /// Called after VoiceOver's escape gesture, as for the close button.
        var closed: @MainActor () -> Void = {}
        /// The controller of the app's window, which decides about status bar and orientations.
        weak var app: UIViewController?

        private(set) var units: [(number: Int, unit: UnitWebView)] = []
        let closeButton: CloseButton
        private let spinner = UIActivityIndicatorView(style: .large)

        init(closeButton: CloseButton) {
            self.closeButton = closeButton
            super.init(nibName: nil, bundle: nil)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { return nil }

        override func loadView() { view = PassingView() }

        override func viewDidLoad() {
            super.viewDidLoad()
            spinner.color = .gray
            spinner.isHidden = true
            closeButton.isHidden = true
            view.addSubview(spinner)
            view.addSubview(closeButton)
        }

        override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            laidOut(layout)
            arrange()
        }

        override var prefersStatusBarHidden: Bool { app?.prefersStatusBarHidden ?? false }
        override var preferredStatusBarStyle: UIStatusBarStyle { app?.preferredStatusBarStyle ?? .default }
        override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
            app?.supportedInterfaceOrientations ?? .all
        }

        override func accessibilityPerformEscape() -> Bool {
            guard !closeButton.isHidden else { return false }
            closed()
            return true
        }

        /// The screen as it is turned now.
        var layout: SurfaceLayout {
            let (size, insets) = (view.bounds.size, view.safeAreaInsets)
            return SurfaceLayout(
                width: size.width, height: size.height,
                insets: .init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right))
        }

        /// Whether the app is covered, and gets no touches.
        var isOverlayShown: Bool { view.accessibilityViewIsModal }

        func showOverlay() {
            view.backgroundColor = .black.withAlphaComponent(0.5)
            view.accessibilityViewIsModal = true
            spinner.isHidden = false
            spinner.startAnimating()
            arrange()
        }

        /// Ends the sign of loading, which a template need not cover.
        func unitLoaded() {
            spinner.stopAnimating()
            spinner.isHidden = true
        }

        func add(_ unit: UnitWebView, number: Int) {
            units.append((number, unit))
            view.insertSubview(unit.view, belowSubview: closeButton)
            arrange()
        }

        func unit(_ number: Int) -> UnitWebView? { units.first { $0.number == number }?.unit }

        func remove(_ number: Int, animated: Bool) async {
            guard let index = units.firstIndex(where: { $0.number == number }) else { return }
            let unit = units.remove(at: index).unit
            await unit.remove(animated: animated)
            arrange()
        }

        func arrange() {
            guard isViewLoaded else { return }
            let layout = layout
            for (_, unit) in units { unit.view.frame = CGRect(layout.place(unit.frame)) }
            let top = units.last.map { layout.place($0.unit.frame) }
            closeButton.frame = CGRect(layout.closeButton(on: top))
            spinner.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        }
    }

    /// A view whose empty places leave touches to the app until the overlay is shown.
    private final class PassingView: UIView {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
            let view = super.hitTest(point, with: event)
            return view === self && !accessibilityViewIsModal ? nil : view
        }
    }

    extension CGRect {
        init(_ rectangle: ContentUnit.Rectangle) {
            self.init(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        }
    }
#endif
