#if canImport(UIKit)
    public import MarqueeEngage
    public import MarqueeWire
    public import UIKit

    extension LinkHook {
        /// Reports the links with which a scene was opened.
        ///
        /// Call it in `scene(_:openURLContexts:)`, and with `connectionOptions.urlContexts` in
        /// `scene(_:willConnectTo:options:)`.
        /// - Returns: the events' ids, without those of events that were dropped.
        @MainActor @discardableResult
        public func open(_ contexts: Set<UIOpenURLContext>) -> [EventID] {
            contexts.compactMap { open($0.url) }
        }
    }
#endif
