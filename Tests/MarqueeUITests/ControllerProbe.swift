#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import MarqueeTesting
    import UIKit

    @testable import MarqueeUI

    /// What a controller shows in a window of the test's host.
    @MainActor
    final class ControllerProbe: SurfaceProbe {
        let controller: HubViewController
        private let root = UIViewController(nibName: nil, bundle: nil)
        private let window: UIWindow
        private var opened: URL?

        init() throws {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            guard let scene = scenes.first else { throw NoScene() }
            window = UIWindow(windowScene: scene)
            window.rootViewController = root
            window.makeKeyAndVisible()
            controller = HubViewController(presentedBy: root)
            controller.opener = { [weak self] url in self?.opened = url }
            controller.host = EmbeddingHost(view: root.view, controller: root)
        }

        /// The tests need an app as their host: without one there is no screen.
        struct NoScene: Error {}

        nonisolated var surface: any HubSurface { controller }

        func screen() async -> SurfaceScreen {
            SurfaceScreen(
                isOnScreen: controller.view.window != nil, page: controller.web.page?.uri,
                status: controller.status.stage,
                controls: controller.controls, question: controller.asked, opened: opened)
        }

        func answer(_ leaves: Bool) async {
            controller.answer(leaves)
        }
    }
#endif
