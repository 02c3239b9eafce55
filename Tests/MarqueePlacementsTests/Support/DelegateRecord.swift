import MarqueePlacements
import MarqueeWire

/// A delegate that records each call, without an own method for the deprecated one.
@MainActor
class DelegateRecord: PlacementDelegate {
    private(set) var calls: [String] = []

    func record(_ call: String) { calls.append(call) }

    func requestWillGetContent(_ request: PlacementRequest) { record("will get") }
    func requestDidGetContent(_ request: PlacementRequest) { record("did get") }
    func request(_ request: PlacementRequest, contentWillDisplay unit: ContentUnit) { record("will display") }
    func request(_ request: PlacementRequest, contentDidDisplay unit: ContentUnit) { record("did display") }
    func request(_ request: PlacementRequest, contentDidDismissWithType type: String) { record(type) }
    func request(_ request: PlacementRequest, didFailWithError error: PlacementError) {
        record("failed \(error.code.rawValue)")
    }
}
