#if canImport(UIKit) && canImport(WebKit)
    import MarqueeCore
    public import MarqueeHub
    public import UIKit

    extension Hub {
        /// Shows a hub full screen, from a controller that the app names.
        /// - Throws: as ``present(_:on:mode:)``, and `invalidParameters` for a controller that presents something already.
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

        /// Shows a hub in a view of the app: fills it, and follows its size.
        ///
        /// The hub leaves with its `dismiss()`; its view and its controller are taken away then.
        /// - Parameters:
        ///   - target: what is shown first.
        ///   - view: what the hub fills.
        ///   - controller: to which `view` belongs.
        ///   - surface: what shows the hub, for an app that wants to set something in it.
        /// - Throws: as ``present(_:on:mode:)``.
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
