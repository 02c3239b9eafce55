import Decisioning
import Hummingbird
import MarqueeWire
import PlatformStore

/// Why a placement shows a unit to a device, and why not another: a decision that counts nothing.
struct WhyRoom: PortalRoom {
    private struct Page: Sendable {
        struct Loser: Sendable {
            let name: String
            let address: String
            let reason: String
        }

        let frame: PageFrame
        let address: String
        let back: String
        let place: String
        let fields: [UnitPage.Field]
        /// `nil` for now.
        let moment: String?
        let hasStore: Bool
        /// The name of the unit that is shown.
        let chosen: String?
        let chosenAddress: String
        let losers: [Loser]
        let hasLosers: Bool
    }

    private static let attributes = [
        ("country", "Country", "Two letters, such as DE."), ("language", "Language", "Such as de."),
        ("os", "System", "Such as iPhone OS 17.1."), ("os_version", "Version of the system", "Such as 17.4."),
        ("app_version", "Version of the app", ""), ("idiom", "Device", "phone or tablet."),
        ("hardware", "Hardware", "Such as iPhone14,2."), ("custom_id", "Custom id", "What the app calls the player."),
    ]

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/places/:tag/why") { request, context, visit in
            try await why(try context.parameters.require("tag"), try FormFields(request.uri.query ?? ""), visit)
        }
    }

    private func why(_ tag: String, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        var problems: [String: String] = [:]
        var moment: Timestamp?
        do throws(PortalError) {
            moment = try form.time("at", label: "Moment", keeping: nil)
        } catch {
            problems["at"] = error.message
        }
        guard let place = try await placements.placement(tag, app: app),
            let decision = try await placements.explain(
                tag, Self.request(form), install: form.optional("install"), at: moment, app: app)
        else { throw PortalError(.notFound, "There is no placement “\(tag.prefix(80))”.") }
        let names = Dictionary(try await placements.units(app: app).map { ($0.id, $0.name) }) { first, _ in first }
        let losers = decision.losers.map { loser in
            Page.Loser(
                name: names[loser.candidate] ?? loser.candidate, address: UnitPath.unit(loser.candidate),
                reason: loser.refusal.sentence)
        }
        let fields = UnitFields(form: form, problems: problems, kind: .announcement)
        let page = Page(
            frame: desk.frame(
                "Why?", subtitle: "What “\(place.name)” shows to a device, and why", at: PlacePath.places, visit),
            address: "\(PlacePath.place(tag))/why", back: PlacePath.place(tag), place: place.name,
            fields: Self.attributes.map { fields.line($0.0, $0.1, $0.2) } + [
                fields.line(
                    "install", "Install",
                    "The gid of a device, whose showings and purchases count. Without one, units with a cap for each device "
                        + "are not shown."),
                fields.moment("at", "Moment (UTC)", "Now unless it is given."),
            ], moment: moment.map { "\(LocalTime.text($0)) UTC" }, hasStore: form.has("store"),
            chosen: decision.chosen.map { names[$0] ?? $0 },
            chosenAddress: decision.chosen.map(UnitPath.unit) ?? "", losers: losers, hasLosers: !losers.isEmpty)
        return try desk.page(page, "placements-why")
    }

    private static func request(_ form: FormFields) -> DecisionRequest {
        var values: [String: Condition.Value] = [:]
        for (name, _, _) in attributes {
            guard let text = form.optional(name) else { continue }
            values[name] = name == "os_version" ? Version(text).map { .version($0) } : .text(text)
        }
        return DecisionRequest(
            values, capabilities: Set([ContentUnitRecord.purchaseCapability]).union(form.has("store") ? ["store"] : []))
    }
}
