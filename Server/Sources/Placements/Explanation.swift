import Decisioning
import MarqueeWire

/// A decision for people: why each other unit was not chosen.
enum Explanation {
    static func value(_ decision: Decision, skipped: [String]) -> JSONValue {
        var members: [String: JSONValue] = [
            "losers": .list(
                decision.losers.map { loser in
                    .record(["unit": .text(loser.candidate), "reason": .text(loser.refusal.sentence)])
                }),
            "overlooked": .list(decision.overlooked.map { .text($0.sentence) }),
            "skipped": .list(skipped.map(JSONValue.text)),
        ]
        if let chosen = decision.chosen { members["chosen"] = .text(chosen) }
        return .record(members)
    }

    /// What was chosen, and the first of the reasons.
    static func sentence(_ decision: Decision, skipped: [String]) -> String {
        let reasons =
            decision.losers.map { "\($0.candidate) is \($0.refusal.sentence)" }
            + skipped.map { "\($0) is skipped by the request" }
            + decision.overlooked.map { "for other devices, it is \($0.sentence)" }
        let chosen = decision.chosen.map { "the unit \($0)" } ?? "no unit"
        return reasons.isEmpty ? chosen : chosen + ": " + reasons.prefix(20).joined(separator: "; ")
    }
}
