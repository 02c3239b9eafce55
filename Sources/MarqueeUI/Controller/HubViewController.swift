#if canImport(UIKit) && canImport(WebKit)
    import MarqueeCore
    public import MarqueeHub
    public import UIKit
    import WebKit

    /// Shows a hub with a web view and status views, and draws the controls of a full-screen hub.
    ///
    /// ```swift
    /// try await marquee.hub.present(on: HubViewController())
    /// ```
    ///
    /// A full-screen hub finds the controller that presents it. An embedded hub (`Hub.embed`) fills a view of the app
    /// and has no controls; ``controlsChanged`` reports the state for the app's own controls.
    ///
    /// A controller shows one hub at a time, and may show another hub afterwards. It makes no decisions: it reports
    /// every event to its `HubPresentation`.
    public final class HubViewController: UIViewController, HubSurface {
        /// The hash of the script that reports the events of a page; no other script runs.
        public nonisolated let scriptHashes = [PageScript.standard.hash]

        /// The texts around the pages. Set them before the hub is presented.
        public var texts = HubTexts()
        /// The brand's logo in the bar of a full-screen hub. If it is `nil`, the bar shows the app's image named
        /// `MarqueeLogo`, or a plain letter if there is no such image.
        public var logo: UIImage?
        /// The app's own status views, which replace the default views from the next status on.
        public weak var statusViews: (any HubStatusViews)?
        /// The color behind the page; `nil` for the system's background color.
        public var backgroundColor: UIColor? { didSet { applyBackground() } }
        /// Called with the state of the controls whenever the state may have changed. An app that embeds the hub
        /// updates its own buttons.
        public var controlsChanged: (@MainActor (HubControls) -> Void)?
        /// Called after the hub has left the screen. An app that embeds the hub removes its view.
        public var dismissed: (@MainActor () -> Void)?

        var began: (@MainActor (HubPresentation) -> Void)?
        /// The view for an embedded hub; `nil` if the app adds this controller to a view itself.
        var host: EmbeddingHost?
        /// Passes an address to the system.
        var opener: @MainActor (URL) async -> Void = { _ = await UIApplication.shared.open($0) }
        weak var presenter: UIViewController?

        let web = PageWebView()
        let status = StatusPlace()
        private(set) lazy var bar = HubBar(texts: texts, logo: logo ?? UIImage(named: "MarqueeLogo") ?? Self.letter)
        private static let letter = UIImage(systemName: "m.square.fill")
        private let question = AwaitedAnswer()
        private weak var prompt: UIAlertController?
        private var hub: HubPresentation?
        private(set) var controls = HubControls()
        /// The address of the waiting question.
        private(set) var asked: URL?
        private var watches: [NotificationWatch] = []

        /// Makes a controller that is empty until a hub is presented on it.
        /// - Parameter presenter: the controller that presents a full-screen hub; if it is `nil`, the topmost
        ///   controller of the app's active window.
        public init(presentedBy presenter: UIViewController? = nil) {
            self.presenter = presenter
            super.init(nibName: nil, bundle: nil)
            BackgroundTime.askUIKit()
        }

        /// Makes a controller from an archive, like ``init(presentedBy:)`` without a presenter.
        public required init?(coder: NSCoder) {
            super.init(coder: coder)
            BackgroundTime.askUIKit()
        }

        /// Receives UIKit's messages about the page's scroll view.
        public var scrollDelegate: (any UIScrollViewDelegate)? {
            get { web.view.scrollView.delegate }
            set { web.view.scrollView.delegate = newValue }
        }

        /// Builds the views; called by UIKit.
        public override func viewDidLoad() {
            super.viewDidLoad()
            arrange()
            applyBackground()
            applyTextSize()
            bar.closed = { [weak self] in self?.close() }
            bar.wentBack = { [weak self] in self?.hub?.goBack() }
            status.closed = { [weak self] in self?.close() }
            watches = [
                watch(UIContentSizeCategory.didChangeNotification) { $0.applyTextSize() },
                watch(UIApplication.didEnterBackgroundNotification) { $0.web.pauseVideos() },
            ]
        }

        /// Closes the hub after VoiceOver's escape gesture, like the close button.
        public override func accessibilityPerformEscape() -> Bool {
            guard controls.showsChrome else { return false }
            close()
            return true
        }
    }

    /// The methods of `HubSurface`; called by the SDK.
    extension HubViewController {
        /// Appears on screen for a hub, or fills the app's view if the hub is embedded.
        public func begin(_ hub: HubPresentation) async {
            loadViewIfNeeded()
            self.hub = hub
            web.begin(hub)
            status.clear()
            await update(hub.controls)
            switch controls.mode {
            case .modal: ScreenTransitions.shared.add { [self] in await appear() }
            case .embedded: host?.adopt(self)
            }
            began?(hub)
        }

        /// Replaces the current page or status view by a page.
        public func load(_ page: HubPage) async {
            status.clear()
            await web.load(page)
        }

        /// Covers the page with a status view.
        public func show(_ status: HubStatus) async {
            self.status.show(status, mode: controls.mode, texts: texts, views: statusViews)
        }

        /// Draws the bar, and reports the controls to the app.
        public func update(_ controls: HubControls) async {
            self.controls = controls
            overrideUserInterfaceStyle = controls.colorScheme == .dark ? .dark : .light
            bar.draw(controls)
            controlsChanged?(controls)
        }

        /// Asks the person whether to leave the app for this address.
        public func confirmLeaving(to url: URL) async -> Bool {
            let leaves = await question.wait { ask(url) }
            if asked == url { asked = nil }
            return leaves
        }

        /// Passes an address to the system.
        public func open(_ url: URL) async {
            await opener(url)
        }

        /// Leaves the screen, and releases the hub and the page.
        public func dismiss() async {
            answer(false)
            hub = nil
            web.end()
            switch controls.mode {
            case .modal: await ScreenTransitions.shared.add { [self] in await disappear() }.value
            case .embedded: host?.release(self)
            }
            dismissed?()
        }
    }

    extension HubViewController {
        /// Answers the waiting question for the person.
        func answer(_ leaves: Bool) {
            if prompt?.presentingViewController != nil { prompt?.dismiss(animated: true) }
            question.answer(leaves)
        }

        private func close() {
            try? hub?.dismiss()
        }

        private func ask(_ url: URL) {
            let prompt = UIAlertController(
                title: texts.leaveQuestion, message: texts.name(of: url), preferredStyle: .alert)
            prompt.addAction(
                UIAlertAction(title: texts.stay, style: .cancel) { [question] _ in question.answer(false) })
            prompt.addAction(
                UIAlertAction(title: texts.leave, style: .default) { [question] _ in question.answer(true) })
            self.prompt?.dismiss(animated: false)
            self.prompt = prompt
            asked = url
            present(prompt, animated: true)
        }

        private func appear() async {
            guard hub != nil, let place = presenter ?? PresentingPlace.top() else { return close() }
            modalPresentationStyle = .fullScreen
            let isShown = AwaitedAnswer()
            let isAccepted = await isShown.wait {
                place.present(self, animated: true) { isShown.answer(true) }
                // UIKit does not call the completion handler of a presentation that it refuses.
                if presentingViewController == nil { isShown.answer(false) }
            }
            if !isAccepted { close() }
        }

        private func disappear() async {
            guard let place = presentingViewController else { return }
            let isGone = AwaitedAnswer()
            _ = await isGone.wait { place.dismiss(animated: true) { isGone.answer(true) } }
        }

        private func applyBackground() {
            guard isViewLoaded else { return }
            let color = backgroundColor ?? .systemBackground
            view.backgroundColor = color
            web.view.backgroundColor = color
            web.view.scrollView.backgroundColor = color
        }

        private func applyTextSize() {
            web.view.pageZoom = PageZoom.factor(textScale: UIFontMetrics.default.scaledValue(for: 1))
        }

        private func watch(
            _ name: Notification.Name, received: @escaping @MainActor (HubViewController) -> Void
        ) -> NotificationWatch {
            NotificationWatch(name, queue: .main) { [weak self] in
                MainActor.assumeIsolated {
                    if let self { received(self) }
                }
            }
        }

        private func arrange() {
            let content = UIView()
            let stack = UIStackView(arrangedSubviews: [bar, content])
            stack.axis = .vertical
            stack.fill(view)
            web.view.fill(content)
            status.fill(content)
        }
    }
#endif
