import Decisioning
import Foundation
import MarqueeWire

/// A decision for people: why each other unit was not chosen.
enum Explanation {
    static func value(_ decision: Decision, skipped: [String]) -> JSONValue {
        var members: [String: JSONValue] = [
            "losers": .list(
                decision.losers.map { loser in
                    .record(["unit": .text(loser.candidate), "reason": .text(sentence(loser.refusal))])
                }),
            "overlooked": .list(decision.overlooked.map { .text(sentence($0)) }),
            "skipped": .list(skipped.map(JSONValue.text)),
        ]
        if let chosen = decision.chosen { members["chosen"] = .text(chosen) }
        return .record(members)
    }

    static func sentences(_ decision: Decision, skipped: [String]) -> [String] {
        decision.losers.map { "\($0.candidate) is \(sentence($0.refusal))" }
            + skipped.map { "\($0) is skipped by the request" }
            + decision.overlooked.map { "for other devices, it is \(sentence($0))" }
    }

    private static func sentence(_ refusal: Refusal) -> String {
        switch refusal {
        case .paused: "paused"
        case .notStarted(let date): "not shown before \(date.ISO8601Format())"
        case .ended(let date): "not shown since \(date.ISO8601Format())"
        case .outsideHours: "not shown at this time of the week"
        case .missingCapability(let name): "for devices with \(name) only"
        case .condition(let condition): "for other devices: \(condition.attribute)"
        case .capped(let cap):
            cap.scope == .subject ? "capped for this device at \(cap.limit)" : "capped for everybody at \(cap.limit)"
        case .behind(let other): "behind \(other)"
        case .outdrawn(let other): "of the same priority as \(other), whose turn it was"
        }
    }
}
