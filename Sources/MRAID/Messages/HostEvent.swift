/// What happened around the ad. The app reports these events to the container.
public enum HostEvent: Sendable, Hashable {
    /// The page has loaded. `mraid.js` reports this too; the first report counts.
    case pageLoaded(Container.Page)
    /// The page could not be loaded.
    case pageFailed(Container.Page, reason: String)
    /// The user tapped the page. Only the host may report a tap; a report from the page's script is not trusted.
    case tapped(Container.Page)
    /// The user tapped the close region, or the system's back button.
    case closeTapped
    /// The oldest unanswered ``HostAction/expand(_:)``, ``HostAction/resize(to:)`` or ``HostAction/restore`` is done.
    case settled
    /// The host could not do what the command requested, or the user declined. `from` is the page that the action
    /// names; changes of place do not use it.
    case failed(Container.Command, from: Container.Page = .first, reason: String)
    /// The native player ended and no longer covers the ad. Report it once for each video.
    case videoEnded
    /// The layout of the screen changed, for example after a rotation. The rectangle is the current frame of a resized
    /// ad.
    case laidOut(Container.Layout, resizedTo: Container.Rectangle?)
    /// The orientation of the app changed.
    case turned(AppOrientation)
    /// The visible part of the page changed.
    case exposed(Container.Page, Exposure)
    /// Another view controller or a dialog covers the ad.
    case covered
    /// The cover of the ad is gone.
    case uncovered
    /// The app left the foreground, or the screen was switched off.
    case backgrounded
    /// The app is in the foreground again.
    case foregrounded
    /// The volume changed, from 0 to 100; nil when unknown.
    case volumeChanged(Double?)
    /// The location changed; nil when unknown.
    case located(Container.Location?)
    /// The set of available features changed.
    case featuresChanged(Set<Container.Feature>)
    /// The time of ``HostAction/wake(after:)`` has passed.
    case timePassed
}
