#if canImport(UIKit) && canImport(SwiftUI)
    public import MarqueeEngage
    public import SwiftUI

    extension View {
        /// Reports each link that opens the app: its route's handlers run, its campaign is set, and it becomes an event.
        ///
        /// ```swift
        /// WindowGroup { HomeView().engageLinks(links) }
        /// ```
        /// - Parameter hook: the hook; `nil` while the SDK has not started.
        public func engageLinks(_ hook: LinkHook?) -> some View {
            onOpenURL { url in hook?.open(url) }
        }
    }
#endif
