/// What the app must do for the ad. Carry out actions in the given order.
public enum HostAction: Sendable, Hashable {
    /// Call the page's script.
    case call(ScriptCall)
    /// Cover the screen with the ad. Answer with ``HostEvent/settled`` when it is done.
    case expand(Expansion)
    /// Give the ad this frame, above the app's content. Answer with ``HostEvent/settled`` when it is done.
    case resize(to: Container.Rectangle)
    /// Move the ad back to its default place and remove the second page. Answer with ``HostEvent/settled`` when it is
    /// done.
    case restore
    /// Hide the banner.
    case hide
    /// Remove the interstitial from the screen.
    case dismiss
    /// Remove the ad for this reason. The app may load another ad in its place.
    case unload(reason: String)
    /// Show the close region, above the ad.
    case showCloseRegion(CloseRegion)
    /// Remove the close region.
    case hideCloseRegion
    /// Apply the ad's orientation while the ad is on screen.
    case applyOrientation(OrientationProperties)
    /// Restore the app's own orientation.
    case restoreOrientation
    /// Count a click.
    case reportClick
    /// Open the link in this destination.
    case open(LinkPolicy.Link, in: LinkPolicy.Link.Destination)
    /// Play the video in the native player, over the ad. Answer with ``HostEvent/videoEnded`` or with a failure for
    /// this page, once for each video.
    case playVideo(LinkPolicy.Link, for: Container.Page)
    /// Ask the user, then store the picture. Answer with a failure for this page if the user declines or there is no
    /// picture.
    case storePicture(LinkPolicy.Link, for: Container.Page)
    /// Ask the user, then add the event. Answer with a failure for this page if the user declines.
    case createCalendarEvent(CalendarEvent, for: Container.Page)
    /// Send ``HostEvent/timePassed`` after this time. A new wake replaces the earlier one, so one timer is enough.
    case wake(after: Duration)
    /// Log why a message had no effect, for the author of the ad. Nothing else is to be done.
    case logProblem(Container.Problem)

    /// The parameters of an expansion.
    public struct Expansion: Sendable, Hashable {
        /// The address of the second page; nil when the first page covers the screen itself.
        public var url: LinkPolicy.Link?
        /// The rectangle to cover.
        public var frame: Container.Rectangle

        /// Without a URL, the first page covers the frame.
        public init(url: LinkPolicy.Link? = nil, frame: Container.Rectangle) {
            self.url = url
            self.frame = frame
        }
    }
}
