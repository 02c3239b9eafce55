public import Foundation

/// Where a hub is shown: the port that an adapter implements with a web view, the device lab with a browser, a test
/// with a recorder.
///
/// A surface decides nothing. It performs each call and reports to its ``HubPresentation`` what happens: a page is
/// rendered, a link is tapped, a page is scrolled, a video plays, a resource is requested. The calls come one after the
/// other, in order, on any thread; a surface may be bound to the main actor. ``confirmLeaving(to:)`` alone
/// runs beside the others, because it waits for a person.
public protocol HubSurface: AnyObject, Sendable {
    /// The scripts that the surface adds to pages itself, as sources of a Content-Security-Policy without quotes
    /// (`sha256-…`). No other script runs.
    var scriptHashes: [String] { get }

    /// Takes its place on screen for this hub. The first call; keep the handle until ``dismiss()``.
    func begin(_ hub: HubPresentation) async

    /// Shows a page in place of the current one or of a status view, restores its scroll position and answers with
    /// ``HubPresentation/pageRendered(_:)``.
    func load(_ page: HubPage) async

    /// Covers the content with a status view; replaces the one before. The next ``load(_:)`` removes it.
    func show(_ status: HubStatus) async

    /// Brings the controls up to date. Called before ``load(_:)`` of the page they belong to, and whenever they may
    /// have changed.
    func update(_ controls: HubControls) async

    /// Asks the person whether to leave the app for this address.
    func confirmLeaving(to url: URL) async -> Bool

    /// Hands an address to the system: the browser's after the person agreed, or one with a registered scheme,
    /// unmodified.
    func open(_ url: URL) async

    /// Leaves the screen. The last call of a presentation.
    func dismiss() async
}

extension HubSurface {
    /// None: a surface that puts no script of its own into pages.
    public var scriptHashes: [String] { [] }
}
