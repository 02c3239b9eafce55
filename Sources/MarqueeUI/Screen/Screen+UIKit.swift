#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeCore
    import UIKit

    extension AppInfo.Screen {
        /// The screen of the app's first window scene; `nil` as long as the app has none.
        ///
        /// ```swift
        /// marquee.placements.setScreen(.current)
        /// ```
        @MainActor public static var current: AppInfo.Screen? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            guard let screen = scenes.first?.screen else { return nil }
            let size = screen.bounds.size
            return AppInfo.Screen(width: size.width, height: size.height, scale: screen.scale)
        }
    }
#endif
