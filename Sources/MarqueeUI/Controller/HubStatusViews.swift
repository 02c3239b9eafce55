#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeHub
    public import UIKit

    /// The app's own views for a hub that shows no page.
    @MainActor
    public protocol HubStatusViews: AnyObject {
        /// The view for a status; asked for each stage, and for each step of a download.
        ///
        /// It replaces the one before and fills the hub. An error view needs a way to close the hub:
        /// `HubPresentation.dismiss()`.
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
