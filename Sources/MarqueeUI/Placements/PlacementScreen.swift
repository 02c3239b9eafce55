#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    public import MarqueePlacements
    public import MarqueeWire
    public import UIKit

    /// Shows the units of placements in a window above the app's own.
    ///
    /// ```swift
    /// let outcome = await marquee.placements.request("level_end").present(on: PlacementScreen())
    /// ```
    ///
    /// A screen makes no decisions: it does what the request asks for, and reports every event to it. It shows one request at
    /// a time, and may show another one afterwards. A request that is presented meanwhile fails with
    /// `PlacementError.Code.busy`.
    @MainActor
    public final class PlacementScreen: PlacementSurface {
        #if StoreKit && canImport(StoreKit)
            /// The store's own view can show products.
            public nonisolated let hasStoreView = true
        #else
            /// Without the package's trait `StoreKit`, links to the store leave the app.
            public nonisolated let hasStoreView = false
        #endif

        /// The image of the close button for `normal` and `highlighted`; `nil` for the default image. An image of more than 40
        /// points is scaled down. The unit is `nil` while it is loading.
        public var closeButtonImage: (@MainActor (UIControl.State, ContentUnit?) -> UIImage?)?
        /// The name of the close button for VoiceOver.
        public var closeLabel = "Close"

        private var request: PlacementRequest?
        private var window: UIWindow?
        private var controller: PlacementController?
        private weak var appWindow: UIWindow?
        /// Hands an address to the system, and returns whether it was opened.
        var opener: @MainActor (URL) async -> Bool = { await UIApplication.shared.open($0) }

        /// Makes a screen that shows nothing until a request is presented on it.
        public nonisolated init() {}
    }

    /// The methods of `PlacementSurface`; called by the SDK.
    extension PlacementScreen {
        /// Makes the window, which lets all touches through as long as it shows nothing.
        public func begin(_ request: PlacementRequest) async {
            self.request = request
            guard let app = PresentingPlace.top(), let appWindow = app.view.window, let scene = appWindow.windowScene
            else { return request.surfaceFailed("the app has no window on screen") }
            let button = CloseButton(label: closeLabel)
            button.tapped = { [weak request] in request?.closeButtonTapped() }
            let controller = PlacementController(closeButton: button)
            controller.app = app
            controller.closed = { [weak request] in request?.closeButtonTapped() }
            controller.laidOut = { [weak request] layout in request?.rotated(to: layout.orientation) }
            let window = PlacementWindow(windowScene: scene)
            window.windowLevel = .normal + 1
            window.backgroundColor = .clear
            window.rootViewController = controller
            window.isHidden = false
            (self.window, self.controller, self.appWindow) = (window, controller, appWindow)
        }

        /// Covers the app, and ends its text input.
        public func showOverlay() async {
            appWindow?.endEditing(true)
            controller?.showOverlay()
        }

        /// Loads a template in a web view of its own.
        public func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async {
            guard let request, let controller else { return }
            guard let page = UnitPage(unit, view: view) else {
                return request.templateFailed(view: view, reason: "the template's address cannot be shown")
            }
            let web = UnitWebView(page, request, frame: frame) { [weak controller] in controller?.unitLoaded() }
            controller.add(web, number: view)
            // For the template's text fields.
            window?.makeKey()
            drawCloseButton(unit)
            await web.load()
        }

        /// Moves a template.
        public func place(view: Int, frame: ContentUnit.Rectangle?) async {
            controller?.unit(view)?.frame = frame
            controller?.arrange()
        }

        /// Removes a template.
        public func remove(view: Int, animated: Bool) async { await controller?.remove(view, animated: animated) }

        /// Shows or hides the close button.
        public func showCloseButton(_ isVisible: Bool) async {
            if controller?.units.isEmpty ?? true { drawCloseButton(nil) }
            controller?.closeButton.isHidden = !isVisible
        }

        /// Calls the template's function for answers.
        public func answer(_ answer: BridgeAnswer, view: Int) async { controller?.unit(view)?.answer(answer) }

        /// Opens a link after the unit has left the screen. The request ends without waiting for the store.
        public func open(_ url: URL, product: String?) async {
            releaseWindow()
            Task { [opener, request] in
                await StoreLink.open(
                    url, product: product, storeView: { await Self.showInStoreView($0, url) },
                    outside: { if await !opener($0) { request?.linkNotOpened($0) } })
            }
        }

        /// Removes the window.
        public func end() async {
            releaseWindow()
            request = nil
        }

        private func drawCloseButton(_ unit: ContentUnit?) {
            controller?.closeButton.draw { [closeButtonImage] state in closeButtonImage?(state, unit) }
        }

        private func releaseWindow() {
            guard let window else { return }
            window.isHidden = true
            window.rootViewController = nil
            window.windowScene = nil
            (self.window, controller) = (nil, nil)
            appWindow?.makeKey()
        }

        private static func showInStoreView(_ product: String, _ link: URL) async -> Bool {
            #if StoreKit && canImport(StoreKit)
                await StoreView.show(product, of: link)
            #else
                false
            #endif
        }
    }
#endif
