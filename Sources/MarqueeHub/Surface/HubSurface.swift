public import Foundation

/// Shows a hub. `MarqueeUI` implements this port with a web view, the device lab with a browser, and the tests with a
/// recorder.
///
/// A surface makes no decisions. It performs each call and reports every event to its ``HubPresentation``: a page is
/// rendered, a link is tapped, a page is scrolled, a video plays, a resource is requested. The calls are made one after
/// the other, in order, on any thread; a surface may be bound to the main actor. Only ``confirmLeaving(to:)`` runs in
/// parallel to other calls, because it waits for a person.
public protocol HubSurface: AnyObject, Sendable {
    /// The scripts that the surface adds to pages, as sources of a Content-Security-Policy without quotes (`sha256-…`).
    /// No other script runs.
    var scriptHashes: [String] { get }

    /// Appears on screen for this hub. This is the first call; the surface keeps `hub` until ``dismiss()``.
    func begin(_ hub: HubPresentation) async

    /// Replaces the current page or status view by a page, restores the page's scroll position, and then calls
    /// ``HubPresentation/pageRendered(_:)``.
    func load(_ page: HubPage) async

    /// Covers the page with a status view, which replaces an earlier status view. The next ``load(_:)`` removes it.
    func show(_ status: HubStatus) async

    /// Updates the controls. Called before ``load(_:)`` of the page that the controls belong to, and whenever the
    /// controls may have changed.
    func update(_ controls: HubControls) async

    /// Asks the person whether to leave the app for this address.
    func confirmLeaving(to url: URL) async -> Bool

    /// Passes an address to the system without changes: a web address after the person agreed, or an address with a
    /// registered scheme.
    func open(_ url: URL) async

    /// Leaves the screen. This is the last call of a presentation.
    func dismiss() async
}

extension HubSurface {
    /// No scripts, for a surface that adds no script to pages.
    public var scriptHashes: [String] { [] }
}
