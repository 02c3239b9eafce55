#if canImport(UIKit) && canImport(WebKit)
    import UIKit

    /// The app's view that an embedded hub fills, and the controller of this view.
    @MainActor
    struct EmbeddingHost {
        weak var view: UIView?
        weak var controller: UIViewController?

        func adopt(_ child: UIViewController) {
            guard let view, let controller else { return }
            controller.addChild(child)
            child.view.fill(view)
            child.didMove(toParent: controller)
        }

        func release(_ child: UIViewController) {
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
        }
    }
#endif
