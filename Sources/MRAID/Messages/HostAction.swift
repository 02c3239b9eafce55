/// What the app is to do for the ad, in the order given.
public enum HostAction: Sendable, Hashable {
    /// Call the page's script.
    case call(ScriptCall)
    /// Cover everything with the ad; answer ``HostEvent/settled`` when done.
    case expand(Expansion)
    /// Give the ad the frame, above the app's content; answer ``HostEvent/settled`` when done.
    case resize(to: Rectangle)
    /// Put the ad back to its default place, and drop the second page; answer ``HostEvent/settled`` when done.
    case restore
    /// Take the banner out of view.
    case hide
    /// Take the interstitial off the screen.
    case dismiss
    /// Remove the ad, for the reason; another may be loaded in its place.
    case unload(reason: String)
    /// Keep the close region above the ad.
    case showCloseRegion(CloseRegion)
    /// Remove the close region.
    case hideCloseRegion
    /// Hold the screen as the ad wants while it is up.
    case applyOrientation(OrientationProperties)
    /// Give the app its own orientation back.
    case restoreOrientation
    /// Count a click.
    case reportClick
    /// Open the link, there.
    case open(Link, in: Link.Destination)
    /// Play the video in the native player, over the ad; answer ``HostEvent/videoEnded`` or a failure of this page, once for
    /// each video.
    case playVideo(Link, for: Page)
    /// Ask the user, then store the picture; answer a failure of this page when the user declines or there is no picture.
    case storePicture(Link, for: Page)
    /// Ask the user, then add the event; answer a failure of this page when the user declines.
    case createCalendarEvent(CalendarEvent, for: Page)
    /// Send ``HostEvent/timePassed`` after so long; takes the place of an earlier wake, so one timer will do.
    case wake(after: Duration)
    /// Nothing to do: tells why a message had no effect, for logs and for the ad's author.
    case note(Problem)

    /// How an ad is to be expanded.
    public struct Expansion: Sendable, Hashable {
        /// The second page, or nil when the first is to cover the screen itself.
        public var url: Link?
        /// The rectangle to cover.
        public var frame: Rectangle

        /// An expansion over the frame.
        public init(url: Link? = nil, frame: Rectangle) {
            self.url = url
            self.frame = frame
        }
    }
}
