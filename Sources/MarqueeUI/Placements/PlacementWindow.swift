#if canImport(UIKit) && canImport(WebKit)
    import UIKit

    /// The window above the app's own. It leaves touches to the app until the overlay is shown, but for those of the
    /// views that its controller has placed.
    final class PlacementWindow: UIWindow {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
            guard let controller = rootViewController as? PlacementController,
                let view = super.hitTest(point, with: event)
            else { return nil }
            // A window that contains the point returns itself if no view takes the touch.
            return controller.isOverlayShown || view.isDescendant(of: controller.view) ? view : nil
        }
    }
#endif
