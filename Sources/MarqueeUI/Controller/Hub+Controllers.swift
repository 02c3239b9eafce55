#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeCore
    public import MarqueeHub
    public import UIKit

    extension Hub {
        /// Shows a hub full screen, from a controller that the app names.
        /// - Throws: as ``present(_:on:mode:)``, and `invalidParameters` for a controller that presents something already.
        @MainActor
        @discardableResult
        public func present(
            _ target: HubTarget = .bestMatch, from controller: UIViewController
        ) async throws(MarqueeError) -> ContentHub {
            guard controller.presentedViewController == nil else {
                throw MarqueeError(.invalidParameters, "the controller presents something already")
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
        ) async throws(MarqueeError) -> ContentHub {
            let surface = surface ?? HubViewController()
            let (began, dismissed) = (surface.began, surface.dismissed)
            surface.began = { [weak surface, weak view, weak controller] hub in
                if let surface, let view { controller?.adopt(surface, in: view) }
                began?(hub)
            }
            surface.dismissed = { [weak surface] in
                surface?.leaveParent()
                dismissed?()
            }
            return try await present(target, on: surface, mode: .embedded)
        }
    }

    extension UIViewController {
        fileprivate func adopt(_ child: UIViewController, in view: UIView) {
            addChild(child)
            child.view.fill(view)
            child.didMove(toParent: self)
        }

        fileprivate func leaveParent() {
            willMove(toParent: nil)
            view.removeFromSuperview()
            removeFromParent()
        }
    }
#endif
