/// The state of the controls around a page.
///
/// A surface draws the controls for ``Hub/PresentationMode/modal``. For `embedded`, the app draws them.
public struct HubControls: Sendable, Hashable {
    /// Whether the back button is enabled.
    public var canGoBack: Bool
    /// Whether the forward button is enabled.
    public var canGoForward: Bool
    /// The page's title; empty before the first page.
    public var title: String
    /// Whether the controls include the logo.
    public var showsLogo: Bool
    /// The color scheme, which does not change while the hub is presented.
    public var colorScheme: Hub.ColorScheme
    /// Whether the hub fills the screen or a view of the app.
    public var mode: Hub.PresentationMode

    /// Whether the surface draws the close button, the back button and the logo.
    public var showsChrome: Bool { mode == .modal }

    /// Describes the controls around a page.
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
