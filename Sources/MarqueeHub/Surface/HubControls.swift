/// The state of the controls around a page.
///
/// A surface draws them for ``Hub/PresentationMode/modal`` and leaves them to the app for `embedded`.
public struct HubControls: Sendable, Hashable {
    /// The back button is enabled.
    public var canGoBack: Bool
    /// The forward button is enabled.
    public var canGoForward: Bool
    /// The page's title; empty before the first page.
    public var title: String
    /// The logo is part of the chrome.
    public var showsLogo: Bool
    /// Fixed when the hub is presented.
    public var colorScheme: Hub.ColorScheme
    /// Whether the hub fills the screen or stands in a view of the app.
    public var mode: Hub.PresentationMode

    /// Whether the surface draws close and back buttons and the logo itself.
    public var showsChrome: Bool { mode == .modal }

    /// Describes the chrome around a page.
    public init(
        canGoBack: Bool = false, canGoForward: Bool = false, title: String = "", showsLogo: Bool = true,
        colorScheme: Hub.ColorScheme = .dark,
        mode: Hub.PresentationMode = .modal
    ) {
        self.canGoBack = canGoBack
        self.canGoForward = canGoForward
        self.title = title
        self.showsLogo = showsLogo
        self.colorScheme = colorScheme
        self.mode = mode
    }
}
