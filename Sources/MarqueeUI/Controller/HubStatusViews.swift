#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeHub
    public import UIKit

    /// The app's own views for a hub that shows no page.
    @MainActor
    public protocol HubStatusViews: AnyObject {
        /// The view for a status. Called for each stage, and for each progress step of a download.
        ///
        /// The view replaces the previous status view and fills the hub. An error view must let the person close the
        /// hub with `HubPresentation.dismiss()`.
        /// - Returns: `nil` for the default view.
        func view(for status: HubStatus) -> UIView?

        /// The image of the close button in the default error view; `nil` for a button with text.
        var closeImage: UIImage? { get }
    }

    extension HubStatusViews {
        /// The default view.
        public func view(for status: HubStatus) -> UIView? { nil }
        /// A button with text.
        public var closeImage: UIImage? { nil }
    }
#endif
