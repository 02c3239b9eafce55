import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// The addresses that units report to: impressions, clicks, dismissals, unlocked rewards, tries to buy, and answers of
/// forms.
struct PingRoutes: Sendable {
    private static let paths = [
        "v3/impression", "v3/publisher/dismiss", "v3/publisher/form", "v3/publisher/unlock", "v3/publisher/attempt",
    ]

    let desk: PlacementDesk

    func add<Context: RequestContext>(to router: Router<Context>) {
        for path in Self.paths {
            // A monitor's look is no request of a device.
            router.on(RouterPath(path), method: .head) { _, _ in Response(status: .methodNotAllowed) }
            for method in [HTTPRequest.Method.get, .post] {
                router.on(RouterPath(path), method: method) { request, context in
                    try await answer(path, request, context)
                }
            }
        }
    }

    private func answer(_ path: String, _ request: Request, _ context: some RequestContext) async throws -> Response {
        var values = try await desk.form(of: request, context, Self.route(path, [:])) ?? [:]
        let answers = values.removeValue(forKey: "answers")
        let signature = values.removeValue(forKey: "signature") ?? ""
        let route = Self.route(path, values)
        let app = values["token"] ?? ""
        let keys = try await desk.secrets.keys(of: app)
        let fields = SignedAddress.Fields(values.map { ($0.key, $0.value) })
        let isSigned = SignedAddress(.init(route: route, fields: fields)).isSigned(signature, among: keys)
        if isSigned, try await !mayName(values, app) { values["device"] = nil }
        let install = values["device"]
        if isSigned {
            try desk.counted(route) { try desk.charge(values.merging(["answers": answers ?? ""]) { $1 }, install) }
        }
        var event = PlacementEvent(
            app: keys.isEmpty ? nil : app, route: route, install: install ?? "",
            line: PlacementDesk.line(request),
            parameters: PlacementDevice(values.merging(["gid": install ?? ""]) { $1 }).maskedParameters, outcome: .ok,
            detail: "\(values["resolution"] ?? "") of the unit \(values["content_id"]?.prefix(80) ?? "")",
            identifiers: install.map { [$0] } ?? [])
        event.parameters["device"] = nil
        do {
            guard isSigned else {
                throw PlacementRefusal.stranger(
                    keys.isEmpty ? .unknownToken : .wrongSignature, "an address that this server did not sign")
            }
            let answer = try await carryOut(route, app, values, answers)
            if let action = SignedAction(route, values).action { await desk.service.ledger.note([action]) }
            await desk.tell(event)
            return answer
        } catch let refusal as PlacementRefusal {
            (event.outcome, event.detail) = (refusal.outcome, refusal.detail)
            await desk.tell(event)
            return EnvelopeDialect.refused(refusal.message, refusal.status)
        }
    }

    /// Whether the address may still name its device: not if that opted out after the unit was answered.
    private func mayName(_ values: [String: String], _ app: String) async throws -> Bool {
        guard let install = values["device"] else { return false }
        let made = Timestamp(milliseconds: values["ts"].flatMap { Int64($0) } ?? 0)
        guard made > desk.now() + ContentUnitRecord.addressLifetime * -1 else { return false }
        return try await !desk.service.placements.hasOptedOut(install: install, since: made, app: app)
    }

    private static func route(_ path: String, _ values: [String: String]) -> PlacementEvent.Route {
        switch path {
        case "v3/impression": .impression
        case "v3/publisher/form": .form
        case "v3/publisher/unlock": .unlock
        case "v3/publisher/attempt": .attempt
        default: values["resolution"] == "buy" ? .click : .dismiss
        }
    }

    private func carryOut(
        _ route: PlacementEvent.Route, _ app: String, _ values: [String: String], _ answers: String?
    ) async throws -> Response {
        let unit = values["content_id"] ?? ""
        switch route {
        case .click:
            let document = try await desk.service.placements.unit(unit, app: app)?.document
            let place = values["ordinal"].flatMap { Int($0) } ?? 0
            guard let link = document?.link(at: place, mark: values["entry"]) else {
                throw PlacementRefusal(.badRequest, "the unit leads nowhere any more", status: .notFound)
            }
            return Response(status: .found, headers: [.location: link, .cacheControl: "no-store"])
        case .form:
            let read = answers.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
            guard let read else { throw PlacementRefusal(.badRequest, "answers is a JSON object of texts") }
            let form = FormSubmission(
                read, unit: unit, install: values["device"],
                questions: values["questions"].map { Set($0.split(separator: ",").map(String.init)) },
                nonce: values["nonce"])
            let isStored: Bool
            do {
                isStored = try await desk.service.placements.store(form, app: app)
            } catch {
                guard [.invalid, .notFound].contains(error.code) else { throw error }
                throw PlacementRefusal(.badRequest, error.message)
            }
            guard isStored else { throw PlacementRefusal.replayed }
        case .impression:
            // Of a device that opted out nothing is stored.
            if let install = values["device"], let tag = values["placement_tag"], let badge = values["badge"] {
                try await desk.service.placements.noteOpened(tag, badge: badge, install: install, app: app)
            }
        default: break
        }
        return EnvelopeDialect.success(Array("null".utf8))
    }
}
