import Collector
import Logging
import MarqueeWire
import Placements

/// What devices do with placements, as events of the warehouse's log.
struct CollectedPlacements: PlacementLedger {
    let events: ServerEvents
    /// Receives the code of an action that reports do not know.
    let onLoss: @Sendable (IntakeError) -> Void

    func note(_ actions: [PlacementAction]) async {
        let events = actions.compactMap { action -> ServerEvent? in
            guard let scope = try? Scope(app: action.app) else {
                onLoss(IntakeError(.malformed, "an app without a name"))
                return nil
            }
            let (name, properties) = Self.event(action.deed)
            var event = ServerEvent(
                name.rawValue, of: action.install, scope: scope, key: action.key, made: action.made,
                properties: properties)
            if action.isTest { event.properties["test"] = .truth(true) }
            return event
        }
        for error in await self.events.record(events) { onLoss(error) }
    }

    private static func event(_ deed: PlacementAction.Deed) -> (PlacementEventName, [String: Event.Value]) {
        switch deed {
        case .opened(let sessions, let seconds):
            (.opened, ["sessions": .integer(Int64(sessions)), "seconds": .integer(Int64(seconds))])
        case .askedForUnit(let placement, let unit):
            (.answered, unit.map(properties) ?? ["placement": .text(placement)])
        case .askedForBadge(let placement, let hasValue):
            (.badgeAnswered, ["placement": .text(placement), "badge": .truth(hasValue)])
        case .showed(let unit): (.shown, properties(unit))
        case .clicked(let unit, let place): (.clicked, properties(unit, ["ordinal": .integer(Int64(place))]))
        case .dismissed(let unit, let reason): (.dismissed, properties(unit, ["reason": .text(reason)]))
        case .unlocked(let unit, let reward, let quantity):
            (.rewardUnlocked, properties(unit, ["reward": .text(reward), "quantity": .integer(Int64(quantity))]))
        case .triedToBuy(let unit, let product): (.purchaseTried, properties(unit, ["product": .text(product)]))
        case .reportedPurchase(let product, let quantity, let resolution, let unit, let placement):
            (
                .purchaseReported,
                [
                    "product": .text(product), "quantity": .integer(Int64(quantity)), "resolution": .text(resolution),
                    "unit": unit.map { .text($0) }, "placement": placement.map { .text($0) },
                ].compactMapValues(\.self)
            )
        case .answeredForm(let unit): (.formAnswered, properties(unit))
        }
    }

    private static func properties(_ unit: PlacementAction.Unit) -> [String: Event.Value] { properties(unit, [:]) }

    private static func properties(
        _ unit: PlacementAction.Unit, _ more: [String: Event.Value]
    ) -> [String: Event.Value] {
        var properties = more
        properties["placement"] = .text(unit.placement)
        properties["unit"] = .text(unit.id)
        properties["kind"] = .text(unit.kind)
        if unit.hadBadge { properties["badge"] = .truth(true) }
        return properties
    }
}
