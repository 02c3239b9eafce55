/// The rules that every surface must keep, with any kind of view.
public enum SurfaceRule: String, Sendable, CaseIterable {
    /// A presented hub appears on screen with its first page and the page's title.
    case aPageTakesTheScreen
    /// A hub without content shows the reason in a status view, and stays on screen until it is dismissed.
    case aStatusCoversThePlace
    /// A page removes the status view.
    case aPageReplacesAStatus
    /// The next page replaces the current page and its controls, and going back restores both.
    case aStepChangesPageAndControls
    /// An embedded hub draws no controls.
    case anEmbeddedHubHasNoChrome
    /// No address is opened without the person's answer: no keeps the page, yes passes the address to the system.
    case leavingTheAppIsAsked
    /// An address with a registered scheme is passed to the system unchanged and without a question.
    case aRegisteredSchemeIsOpened
    /// Dismissing the hub answers a waiting question with no.
    case dismissingAnswersNo
    /// A dismissed surface is off the screen, and shows the next hub from its first page.
    case theSurfaceServesAgain
    /// The surface keeps no reference to a dismissed hub.
    case theHubIsLetGo
}
