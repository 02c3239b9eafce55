#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeCore
    import UIKit

    extension AppState {
        /// Whether the app is on the screen now; an app that is about to get there counts as in the foreground.
        ///
        /// ```swift
        /// let marquee = try await Marquee.start(appState: { .current })
        /// ```
        @MainActor public static var current: AppState {
            UIApplication.shared.applicationState == .background ? .background : .foreground
        }
    }
#endif
