/// What happened around the ad, told to its container by the app.
public enum HostEvent: Sendable, Hashable {
    /// The page has loaded. `mraid.js` says so too; the first of the two counts.
    case pageLoaded(Page)
    /// The page could not be loaded.
    case pageFailed(Page, reason: String)
    /// The user tapped the page. Only the host can know: a page's own word is never enough.
    case tapped(Page)
    /// The user tapped the close region, or the system's back button.
    case closeTapped
    /// The oldest outstanding ``HostAction/expand(_:)``, ``HostAction/resize(to:)`` or ``HostAction/restore`` is done.
    case settled
    /// The host could not do what the page's command asked for, or the user declined. The page is the one that the action
    /// names; a change of place knows its page by itself.
    case failed(Command, from: Page = .first, reason: String)
    /// The native player ended and no longer covers the ad; one for each video.
    case videoEnded
    /// The screen's layout changed, after a rotation for example. The rectangle is where a resized ad is now.
    case laidOut(Layout, resizedTo: Rectangle?)
    /// The app is held another way.
    case turned(AppOrientation)
    /// Another part of the page is seen.
    case exposed(Page, Exposure)
    /// Another controller or a dialog covers the ad.
    case covered
    /// What covered the ad is gone.
    case uncovered
    /// The app left the foreground, or the screen went dark.
    case backgrounded
    /// The app is in front again.
    case foregrounded
    /// The volume is another, from 0 to 100; nil for unknown.
    case volumeChanged(Double?)
    /// The location is another; nil for unknown.
    case located(Location?)
    /// Other features are available.
    case featuresChanged(Set<Feature>)
    /// The time of a ``HostAction/wake(after:)`` has come.
    case timePassed
}
