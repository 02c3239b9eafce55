import Decisioning
import Foundation
import MarqueeWire
import PlatformStore
import Secrets

/// Answers requests whose signatures were checked; knows no HTTP.
struct PlacementService: Sendable {
    /// An answer with what the journal hears of it.
    struct Answer: Sendable {
        /// JSON.
        let response: [UInt8]
        let outcome: PlacementEvent.Outcome
        let isTest: Bool
        /// What was answered and why, in a sentence. It is put together for test devices only.
        let detail: @Sendable () -> String

        init(
            written response: [UInt8], _ outcome: PlacementEvent.Outcome, isTest: Bool,
            detail: @autoclosure @escaping @Sendable () -> String
        ) {
            (self.response, self.outcome, self.isTest, self.detail) = (response, outcome, isTest, detail)
        }

        init(
            _ response: JSONValue, _ outcome: PlacementEvent.Outcome, isTest: Bool,
            detail: @autoclosure @escaping @Sendable () -> String
        ) {
            var bytes: [UInt8] = []
            response.write(to: &bytes)
            self.init(written: bytes, outcome, isTest: isTest, detail: detail())
        }
    }

    /// A request to the store, with what the ledger is to know of it. An object, because it is handed on several times.
    private final class Asked: Sendable {
        let ask: PlacementAsk
        /// `nil` for nothing that reports know.
        let deed: @Sendable (PlacementVerdict.Outcome) -> PlacementAction.Deed?

        init(_ ask: PlacementAsk, _ deed: @escaping @Sendable (PlacementVerdict.Outcome) -> PlacementAction.Deed?) {
            (self.ask, self.deed) = (ask, deed)
        }
    }

    let placements: any PlacementStore
    let purchases: any PurchaseIntake
    let ledger: any PlacementLedger
    let templates: TemplatePages
    private let units: PreparedUnits
    let now: @Sendable () -> Timestamp
    /// Requests that wait share a transaction, and then a write of the ledger: each of the two waits for the disk.
    private let decisions: GroupedWork<Asked, PlacementVerdict>

    init(
        placements: any PlacementStore, purchases: any PurchaseIntake, ledger: any PlacementLedger,
        templates: TemplatePages, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.placements, self.purchases, self.ledger) = (placements, purchases, ledger)
        (self.templates, self.now) = (templates, now)
        units = PreparedUnits(templates)
        decisions = GroupedWork(settle: { decided in
            // The nonce of a request counts once, so the request has no other time than now.
            let now = now()
            await ledger.note(
                decided.compactMap { asked, verdict in
                    guard let deed = asked.deed(verdict.outcome) else { return nil }
                    return PlacementAction(
                        app: asked.ask.app, install: asked.ask.install, isTest: verdict.isTest,
                        key: "request:\(asked.ask.nonce)", made: now, deed: deed)
                })
        }) { asked throws(StoreError) in try await placements.decide(asked.map(\.ask)) }
    }

    func open(_ call: PlacementCall) async throws -> Answer {
        let opened = PlacementAction.Deed.opened(sessions: call.number("scount"), seconds: call.number("ssum"))
        let verdict = try await settled(
            call, .session(known: call.parameters["session"] ?? "", new: RandomToken.make(bytes: 15))
        ) { if case .session = $0 { opened } else { nil } }
        guard case .session(let token, let kinds) = verdict.outcome else { throw PlacementRefusal.replayed }
        let pages = ContentUnitRecord.Kind.allCases.filter(kinds.contains).map {
            templates.address(of: $0, on: call.base)
        }
        return Answer(
            .record(["session": .text(token), "precache": .list(pages.map(JSONValue.text))]), .ok,
            isTest: verdict.isTest, detail: "a session, and \(pages.count) templates to load")
    }

    func content(_ call: PlacementCall) async throws -> Answer {
        guard let tag = call.parameters["placement_id"], !tag.isEmpty else {
            throw PlacementRefusal(.badRequest, "placement_id is missing")
        }
        if call.parameters["metadata"] == "1" { return try await badge(tag, call) }
        let skipped = (call.parameters["skip_content"] ?? "").split(separator: ",").prefix(50).map(String.init)
        let hadBadge = call.hadBadge
        let verdict = try await settled(
            call,
            .unit(
                placement: tag, call.device.request, skipping: Set(skipped), hiding: call.hiddenApps,
                seed: PlacementAsk.seed(call.device.install ?? call.nonce, at: tag))
        ) { outcome in
            guard case .unit(let unit, _, _) = outcome else { return nil }
            return .askedForUnit(
                placement: tag,
                unit.map {
                    PlacementAction.Unit(id: $0.id, kind: $0.kind.rawValue, placement: tag, hadBadge: hadBadge)
                })
        }
        guard case .unit(let unit, let badge, let reasons) = verdict.outcome else {
            return Self.unknownPlacement(tag, verdict)
        }
        let explanation = call.asksForReasons ? reasons.map(Explanation.value) : nil
        let sentence = { @Sendable in reasons.map(Explanation.sentence) ?? "" }
        guard let unit else {
            let response = explanation.map { JSONValue.record(["explanation": $0]) } ?? .null
            return Answer(response, .noContent, isTest: verdict.isTest, detail: sentence())
        }
        let answer = UnitAnswer(call: call, placement: tag, badge: badge, isTest: verdict.isTest, now: now())
        return Answer(
            written: answer.response(units.unit(unit, on: call.base), explanation: explanation), .ok,
            isTest: verdict.isTest, detail: sentence())
    }

    private func badge(_ tag: String, _ call: PlacementCall) async throws -> Answer {
        let verdict = try await settled(call, .badge(placement: tag)) { outcome in
            guard case .badge(let value) = outcome else { return nil }
            return .askedForBadge(placement: tag, hasValue: !value.isEmpty)
        }
        guard case .badge(let value) = verdict.outcome else { return Self.unknownPlacement(tag, verdict) }
        var response: [String: JSONValue] = ["content": .text("badge")]
        if !value.isEmpty { response["notification"] = .record(["type": .text("badge"), "value": .text(value)]) }
        return Answer(
            .record(response), value.isEmpty ? .noContent : .ok, isTest: verdict.isTest,
            detail: value.isEmpty ? "no badge" : "the badge \(value)")
    }

    func purchase(_ call: PlacementCall) async throws -> Answer {
        let device = call.device
        var purchase = try PurchaseParameters.purchase(
            call.parameters, nonce: call.nonce, install: device.install,
            formerInstall: device.isOptedOut ? device.ownInstall : nil)
        let offer = PurchaseParameters.offer(call.parameters)
        let verdict = try await settled(
            call, offer.map { .offer(placement: $0.placement, unit: $0.unit) } ?? .nothing)
        purchase.isTest = verdict.isTest
        let stored = try await purchases.record(purchase, app: call.app)
        let price = purchase.price?.milliunits ?? 0 == 0 ? "without a price" : "with a price"
        // What the app does not have is left out: nobody adds names to the reports.
        var (placement, unit) = (offer?.placement, stored.unit)
        if case .offer(let hasPlacement, let hasUnit) = verdict.outcome {
            if !hasPlacement { placement = nil }
            if !hasUnit { unit = nil }
        }
        // Its own key and time: a purchase that is reported again is the same one.
        await ledger.note([
            PlacementAction(
                app: call.app, install: device.install, isTest: verdict.isTest, key: "purchase:\(stored.id)",
                made: stored.received,
                deed: .reportedPurchase(
                    product: stored.product, quantity: stored.quantity, resolution: stored.resolution.rawValue,
                    unit: unit, placement: placement))
        ])
        let detail = "a purchase with the resolution \(purchase.resolution), \(price)"
        return Answer(.null, .ok, isTest: verdict.isTest, detail: detail)
    }

    /// - Parameter deed: what the ledger is to know, as soon as it is decided: also of an answer that never arrives, which
    ///   caps count too.
    func decide(
        _ ask: PlacementAsk,
        deed: @escaping @Sendable (PlacementVerdict.Outcome) -> PlacementAction.Deed? = { _ in nil }
    ) async throws(StoreError) -> PlacementVerdict {
        try await decisions.answer(Asked(ask, deed))
    }

    /// As ``decide(_:deed:)``, and forgets a device that opted out: after its nonce was taken, because a copy of an old
    /// request says nothing about the device today.
    /// - Throws: `replayed` for such a copy.
    private func settled(
        _ call: PlacementCall, _ purpose: PlacementAsk.Purpose,
        deed: @escaping @Sendable (PlacementVerdict.Outcome) -> PlacementAction.Deed? = { _ in nil }
    ) async throws -> PlacementVerdict {
        let verdict = try await decide(call.ask(purpose), deed: deed)
        if case .replayed = verdict.outcome { throw PlacementRefusal.replayed }
        guard call.device.isOptedOut, let install = call.device.ownInstall,
            try await !placements.isForgotten(install: install, app: call.app)
        else { return verdict }
        try await placements.forget(install: install, app: call.app)
        return verdict
    }

    private static func unknownPlacement(_ tag: String, _ verdict: PlacementVerdict) -> Answer {
        Answer(
            .null, .unknownPlacement, isTest: verdict.isTest,
            detail: "placement not found: \(PlacementDevice.beginning(of: tag, 80))")
    }
}
