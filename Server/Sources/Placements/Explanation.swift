import Decisioning
import MarqueeWire
import PlatformStore

/// A decision for people: why each other unit was not chosen.
enum Explanation {
    static func value(_ reasons: PlacementVerdict.Reasons) -> JSONValue {
        let decision = reasons.decision
        var members: [String: JSONValue] = [
            "losers": .list(
                decision.losers.map { loser in
                    .record(["unit": .text(loser.candidate), "reason": .text(loser.refusal.sentence)])
                }),
            "overlooked": .list(decision.overlooked.map { .text($0.sentence) }),
            "skipped": .list(reasons.skipped.map(JSONValue.text)),
            "emptied": .list(reasons.emptied.map(JSONValue.text)),
        ]
        if let chosen = decision.chosen { members["chosen"] = .text(chosen) }
        return .record(members)
    }

    /// What was chosen, and the first of the reasons.
    static func sentence(_ reasons: PlacementVerdict.Reasons) -> String {
        let decision = reasons.decision
        let sentences =
            decision.losers.map { "\($0.candidate) is \($0.refusal.sentence)" }
            + reasons.skipped.map { "\($0) is skipped by the request" }
            + reasons.emptied.map { "\($0) lists no game that the device lacks" }
            + decision.overlooked.map { "a test device gets it although it is \($0.sentence)" }
        let chosen = decision.chosen.map { "the unit \($0)" } ?? "no unit"
        return sentences.isEmpty ? chosen : chosen + ": " + sentences.prefix(20).joined(separator: "; ")
    }
}
