public import Foundation
public import MarqueeWire

/// Shows the units of a placement. `MarqueeUI` implements this port with web views, and the tests with a recorder.
///
/// A surface makes no decisions. It performs each call and reports what happens to its ``PlacementRequest``. The calls are
/// made one after the other, in order, on any thread. A surface shows one request at a time: another one fails until
/// ``end()`` has returned.
public protocol PlacementSurface: AnyObject, Sendable {
    /// Whether the app can show a product of the store above itself.
    var hasStoreView: Bool { get }

    /// Prepares for a request; the first call. The surface keeps `request` until ``end()``.
    func begin(_ request: PlacementRequest) async

    /// Covers the app, with a sign that something is loading.
    func showOverlay() async

    /// Loads a template and reports ``PlacementRequest/templateLoaded(view:)`` or
    /// ``PlacementRequest/templateFailed(view:reason:)``.
    /// - Parameters:
    ///   - unit: has the template's address.
    ///   - view: the number of the template; the next one is shown above it.
    ///   - frame: in points; `nil` covers the screen.
    func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async

    /// Moves a template, because the screen was turned.
    func place(view: Int, frame: ContentUnit.Rectangle?) async

    /// Takes a template off the screen.
    func remove(view: Int, animated: Bool) async

    /// Shows or hides the close button, which is hidden at first.
    func showCloseButton(_ isVisible: Bool) async

    /// Calls the template's function for answers with the values of `answer` as arguments, never as part of a script.
    func answer(_ answer: BridgeAnswer, view: Int) async

    /// Opens an address outside the app.
    /// - Parameters:
    ///   - url: the address.
    ///   - product: shown by the store's own view instead, if ``hasStoreView`` is `true`.
    func open(_ url: URL, product: String?) async

    /// Removes what is left, the overlay too. The last call.
    func end() async
}
