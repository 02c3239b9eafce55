#if canImport(UIKit) && canImport(WebKit)
    import MarqueeCore
    public import MarqueeHub
    public import UIKit

    extension Hub {
        /// Shows a hub full screen. The app chooses the controller that presents the hub.
        /// - Throws: the errors of ``present(_:on:mode:)``, and `invalidParameters` if the controller already presents
        ///   another controller.
        @MainActor
        @discardableResult
        public func present(
            _ target: HubTarget = .bestMatch, from controller: UIViewController
        ) async throws(HubError) -> HubPresentation {
            guard controller.presentedViewController == nil else {
                throw HubError(.invalidParameters, "the controller presents something already")
            }
            return try await present(target, on: HubViewController(presentedBy: controller))
        }

        /// Shows a hub in a view of the app. The hub fills the view and follows its size.
        ///
        /// The hub's `dismiss()` removes the hub's view and controller.
        /// - Parameters:
        ///   - target: the first page.
        ///   - view: the view that the hub fills.
        ///   - controller: the controller of `view`.
        ///   - surface: the controller that shows the hub, for an app that sets its properties; `nil` for a new one.
        /// - Throws: the errors of ``present(_:on:mode:)``.
        @MainActor
        @discardableResult
        public func embed(
            _ target: HubTarget = .bestMatch, in view: UIView, of controller: UIViewController,
            on surface: HubViewController? = nil
        ) async throws(HubError) -> HubPresentation {
            let surface = surface ?? HubViewController()
            surface.host = EmbeddingHost(view: view, controller: controller)
            return try await present(target, on: surface, mode: .embedded)
        }
    }
#endif
