import Foundation
import MarqueeWire

/// What a ``PlacementMachine`` asks its driver to do, in order.
enum PlacementAction: Sendable, Equatable {
    /// Asks the server for the placement's unit.
    case fetch(isPreload: Bool)
    /// Stops requests that are running; their answers are ignored.
    case stopWork
    /// Stores template and images of a preloaded unit, so that it is shown without the network.
    case keepFiles(ContentUnit)
    case showOverlay
    /// Loads a template. Without a frame it covers the screen.
    case load(ContentUnit, view: Int, frame: ContentUnit.Rectangle?)
    case place(view: Int, frame: ContentUnit.Rectangle?)
    case remove(view: Int, animated: Bool)
    case showCloseButton(Bool)
    case startTimer(PlacementTimer, Duration)
    case stopTimer(PlacementTimer)
    case stopAllTimers
    /// Answers a command of a template.
    case answer(BridgeAnswer, view: Int)
    /// Requests an address once and ignores the answer.
    case ping(URL)
    /// Follows the redirects of a link.
    case resolveLink(BridgeCommand.Launch, view: Int, callback: String?)
    /// Hands an address to the system, or a product to the store's view.
    case open(PlacementLink)
    case fetchSubcontent([String: String], view: Int, callback: String?)
    /// Hands rewards to the app, after their signatures and receipts were checked.
    case unlock([UnitReward])
    case startPurchase(UnitPurchase)
    /// Cancels the app's purchase, for which nobody waits any more.
    case stopPurchase(receipt: String)
    case tell(PlacementEvent)
    /// The request ended without a word to the app.
    case endSilently
}
