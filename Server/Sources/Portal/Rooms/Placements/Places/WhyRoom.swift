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
        ("os", "System", "With its version, such as iPhone OS 17.1."),
        ("app_version", "Version of the app", "As the device sends it: Marquee’s SDK sends the build number."),
        ("idiom", "Device", "phone or tablet."),
        ("hardware", "Hardware", "Such as iPhone14,2."), ("connection", "Connection", "0 none, 1 mobile, 2 Wi-Fi."),
        ("plugin", "Plug-in", "Through which the app uses the SDK."), ("sdk", "SDK", "Its version, such as 1.13.1."),
        ("custom_id", "Custom id", "What the app calls the player."),
        (custom, "What the app says", "As JSON, such as {\"level\": 7}, which conditions read as custom.level."),
    ]
    /// The field of what the app says of its player.
    private static let custom = "custom"

    let desk: PortalDesk
    let placements: any PlacementStore
    let purchases: any PurchaseStore

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
            let reasons = try await placements.explain(
                tag, Self.request(form), install: form.optional("install"), at: moment, app: app)
        else { throw PortalError(.notFound, "There is no placement “\(tag.prefix(80))”.") }
        let install = form.optional("install")
        if let install, try await !isKnown(install, app: app) {
            problems["install"] =
                "Nothing is known of an install with this id: it has not opened the app, or it opted out. This is what "
                + "a new install gets."
        }
        let names = Dictionary(try await placements.units(app: app).map { ($0.id, $0.name) }) { first, _ in first }
        let decision = reasons.decision
        let losers =
            decision.losers.map { ($0.candidate, Self.sentence($0.refusal, isNamed: install != nil)) }
            + reasons.emptied.map { ($0, "without a game to show: all are left out") }
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
                fields.moment(
                    "at", "Moment (UTC)",
                    "Now unless it is given. What was shown and bought until now counts, also for an earlier moment."),
            ], moment: moment.map { "\(LocalTime.text($0)) UTC" }, hasStore: form.has("store"),
            chosen: decision.chosen.map { names[$0] ?? $0 },
            chosenAddress: decision.chosen.map(UnitPath.unit) ?? "",
            losers: losers.map { Page.Loser(name: names[$0] ?? $0, address: UnitPath.unit($0), reason: $1) },
            hasLosers: !losers.isEmpty)
        return try desk.page(page, "placements-why")
    }

    /// Whether the install opened the app, was shown a unit with a cap, answered a form or bought something.
    private func isKnown(_ install: String, app: String) async throws -> Bool {
        if try await !placements.traces(install: install, app: app).isEmpty { return true }
        return try await !purchases.purchases(.init(install: install), app: app, before: nil, limit: 1).isEmpty
    }

    /// Without an install nobody knows how often it was shown.
    private static func sentence(_ refusal: Refusal, isNamed: Bool) -> String {
        if case .capped(let cap) = refusal, cap.scope == .subject, !isNamed {
            return "capped for each device at \(cap.limit): name an install, whose showings count"
        }
        return refusal.sentence
    }

    private static func request(_ form: FormFields) -> DecisionRequest {
        var values = CustomDimensions(form.optional(custom) ?? "").attributes
        for (name, _, _) in attributes where name != custom {
            if let text = form.optional(name) { values[name] = .text(text) }
        }
        if let version = form.optional("os").flatMap({ Version(ofSystem: $0) }) {
            values["os_version"] = .version(version)
        }
        return DecisionRequest(
            values, capabilities: Set([ContentUnitRecord.purchaseCapability]).union(form.has("store") ? ["store"] : []))
    }
}
