import Decisioning
import Foundation
import MarqueeWire
import PlatformStore
import Secrets

/// Answers requests whose signatures were checked; knows no HTTP.
struct PlacementService: Sendable {
    /// An answer with what the journal hears of it.
    struct Answer: Sendable {
        let response: JSONValue
        let outcome: PlacementEvent.Outcome
        let isTest: Bool
        /// What was answered and why, in a sentence. It is put together for test devices only.
        let detail: @Sendable () -> String
        /// What the device did, with a key and a time that are the same however often it says so; `nil` for nothing that
        /// reports know.
        let note: (deed: PlacementAction.Deed, key: String, made: Timestamp)?

        init(
            _ response: JSONValue, _ outcome: PlacementEvent.Outcome, isTest: Bool,
            detail: @autoclosure @escaping @Sendable () -> String,
            note: (deed: PlacementAction.Deed, key: String, made: Timestamp)? = nil
        ) {
            (self.response, self.outcome, self.isTest) = (response, outcome, isTest)
            (self.detail, self.note) = (detail, note)
        }
    }

    let placements: any PlacementStore
    let purchases: any PurchaseIntake
    let templates: TemplatePages
    let now: @Sendable () -> Timestamp

    func open(_ call: PlacementCall) async throws -> Answer {
        if call.device.isOptedOut, let install = call.device.ownInstall {
            try await placements.forget(install: install, app: call.app)
        }
        let verdict = try await placements.decide(
            call.ask(.session(known: call.parameters["session"] ?? "", new: RandomToken.make(bytes: 15))))
        guard case .session(let token, let kinds) = verdict.outcome else { throw PlacementRefusal.replayed }
        let pages = ContentUnitRecord.Kind.allCases.filter(kinds.contains).map {
            templates.address(of: $0, on: call.base)
        }
        return Answer(
            .record(["session": .text(token), "precache": .list(pages.map(JSONValue.text))]), .ok,
            isTest: verdict.isTest, detail: "a session, and \(pages.count) templates to load",
            note: note(.opened(sessions: call.number("scount"), seconds: call.number("ssum")), call))
    }

    func content(_ call: PlacementCall) async throws -> Answer {
        guard let tag = call.parameters["placement_id"], !tag.isEmpty else {
            throw PlacementRefusal(.badRequest, "placement_id is missing")
        }
        if call.parameters["metadata"] == "1" { return try await badge(tag, call) }
        let skipped = (call.parameters["skip_content"] ?? "").split(separator: ",").prefix(50).map(String.init)
        let verdict = try await placements.decide(
            call.ask(
                .unit(
                    placement: tag, call.device.request, skipping: Set(skipped),
                    seed: PlacementAsk.seed(call.device.install ?? call.nonce))))
        switch verdict.outcome {
        case .replayed: throw PlacementRefusal.replayed
        case .unit(let unit, let reasons):
            var response: [String: JSONValue] = [:]
            if let unit {
                response = try UnitAnswer(
                    call: call, placement: tag, isTest: verdict.isTest, templates: templates, now: now()
                ).response(unit)
            }
            if call.asksForReasons, let reasons { response["explanation"] = Explanation.value(reasons) }
            let shown = unit.map {
                PlacementAction.Unit(id: $0.id, kind: $0.kind.rawValue, placement: tag, hadBadge: call.hadBadge)
            }
            return Answer(
                response.isEmpty ? .null : .record(response), unit == nil ? .noContent : .ok, isTest: verdict.isTest,
                detail: reasons.map(Explanation.sentence) ?? "",
                note: note(.askedForUnit(placement: tag, shown), call))
        default:
            return Self.unknownPlacement(tag, verdict)
        }
    }

    private func badge(_ tag: String, _ call: PlacementCall) async throws -> Answer {
        let verdict = try await placements.decide(call.ask(.badge(placement: tag)))
        switch verdict.outcome {
        case .replayed: throw PlacementRefusal.replayed
        case .badge(let value):
            var response: [String: JSONValue] = ["content": .text("badge")]
            if !value.isEmpty {
                response["notification"] = .record(["type": .text("badge"), "value": .text(value)])
            }
            return Answer(
                .record(response), value.isEmpty ? .noContent : .ok, isTest: verdict.isTest,
                detail: value.isEmpty ? "no badge" : "the badge \(value)",
                note: note(.askedForBadge(placement: tag, hasValue: !value.isEmpty), call))
        default: return Self.unknownPlacement(tag, verdict)
        }
    }

    func purchase(_ call: PlacementCall) async throws -> Answer {
        var purchase = try PurchaseParameters.purchase(call.parameters, nonce: call.nonce, install: call.device.install)
        let verdict = try await placements.decide(call.ask(.nothing))
        guard case .accepted = verdict.outcome else { throw PlacementRefusal.replayed }
        purchase.isTest = verdict.isTest
        let stored = try await purchases.record(purchase, app: call.app)
        let price = purchase.price?.milliunits ?? 0 == 0 ? "without a price" : "with a price"
        let detail = "a purchase with the resolution \(purchase.resolution), \(price)"
        return Answer(
            .null, .ok, isTest: verdict.isTest, detail: detail,
            note: (
                .reportedPurchase(
                    product: stored.product, quantity: stored.quantity, resolution: stored.resolution.rawValue,
                    unit: stored.unit), "purchase:\(stored.id)", stored.received
            ))
    }

    /// The nonce of a request counts once, so the request has no other time than now.
    private func note(
        _ deed: PlacementAction.Deed, _ call: PlacementCall
    ) -> (deed: PlacementAction.Deed, key: String, made: Timestamp) {
        (deed, "request:\(call.nonce)", now())
    }

    private static func unknownPlacement(_ tag: String, _ verdict: PlacementVerdict) -> Answer {
        Answer(
            .null, .unknownPlacement, isTest: verdict.isTest, detail: "placement not found: \(tag.prefix(80))")
    }
}
