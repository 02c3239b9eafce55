import MarqueeWire
import PlatformStore

/// The action that a device reports by fetching an address that this server signed.
///
/// All values are the server's own: those of the answer with the unit. An address that is fetched twice is one action.
struct SignedAction {
    private let route: PlacementEvent.Route
    private let values: [String: String]

    init(_ route: PlacementEvent.Route, _ values: [String: String]) {
        self.route = route
        self.values = values
    }

    /// `nil` for an address that says nothing for reports.
    var action: PlacementAction? {
        guard let deed, let app = values["token"], let time = values["ts"].flatMap({ Int64($0) }) else { return nil }
        let key = [route.rawValue, text("nonce"), text("content_id"), text("resolution"), text("ordinal")]
        return PlacementAction(
            app: app, install: values["device"], isTest: values["test"] == "1", key: key.joined(separator: ":"),
            made: Timestamp(milliseconds: time), deed: deed)
    }

    private var deed: PlacementAction.Deed? {
        let unit = PlacementAction.Unit(
            id: text("content_id"), kind: text("content_type"), placement: text("placement_tag"),
            hadBadge: values["badge_shown"] == "1")
        switch route {
        case .impression: return .showed(unit)
        case .click: return .clicked(unit, place: number("ordinal"))
        case .dismiss: return .dismissed(unit, reason: text("resolution"))
        case .unlock: return .unlocked(unit, reward: text("reward"), quantity: number("quantity"))
        case .attempt: return .triedToBuy(unit, product: text("product"))
        case .form: return .answeredForm(unit)
        case .open, .content, .badge, .purchase: return nil
        }
    }

    private func text(_ name: String) -> String { values[name] ?? "" }

    private func number(_ name: String) -> Int { values[name].flatMap { Int($0) } ?? 0 }
}
