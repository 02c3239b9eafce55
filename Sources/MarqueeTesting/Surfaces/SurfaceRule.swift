/// What every surface does, whatever draws it.
public enum SurfaceRule: String, Sendable, CaseIterable {
    /// A presented hub takes its place, with its first page and its title.
    case aPageTakesTheScreen
    /// A hub without content says why in a status view, and stays until it is dismissed.
    case aStatusCoversThePlace
    /// A status view goes when the page comes.
    case aPageReplacesAStatus
    /// Another page takes the place of the one before, with the controls that belong to it; and back.
    case aStepChangesPageAndControls
    /// An embedded hub draws no controls.
    case anEmbeddedHubHasNoChrome
    /// Nothing leaves the app without an answer; no keeps the page, yes hands over the address.
    case leavingTheAppIsAsked
    /// An address of a registered scheme is handed over unmodified, without a question.
    case aRegisteredSchemeIsOpened
    /// A question that waits while the hub goes is answered with no.
    case dismissingAnswersNo
    /// A dismissed surface is off the screen and shows the next hub from its beginning.
    case theSurfaceServesAgain
    /// Nothing of a dismissed hub is kept.
    case theHubIsLetGo
}
