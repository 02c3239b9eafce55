#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit

    extension PresentingPlace {
        /// The topmost controller on screen; `nil` if the app has no visible window.
        @MainActor
        static func top() -> UIViewController? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let windows = scenes.flatMap { scene in
                scene.windows.map { Window($0, visibility: visibility(of: scene), isKey: $0.isKeyWindow) }
            }
            guard let root = window(among: windows)?.rootViewController else { return nil }
            return top(from: root) { controller in
                controller.presentedViewController.flatMap { $0.isBeingDismissed ? nil : $0 }
            }
        }

        @MainActor
        private static func visibility(of scene: UIScene) -> Visibility {
            switch scene.activationState {
            case .foregroundActive: .active
            case .foregroundInactive: .inactive
            default: .background
            }
        }
    }
#endif
