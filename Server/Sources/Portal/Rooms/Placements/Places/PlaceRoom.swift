import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// One placement: its name, its badge, and the order in which units have their turn.
struct PlaceRoom: PortalRoom {
    private struct Page: Sendable {
        struct Unit: Sendable {
            let id: String
            let name: String
            let address: String
            let kind: String
            let state: String
            let look: String
            let step: Int
            let weight: Int
            let mayUp: Bool
            let mayDown: Bool
            let mayJoin: Bool
            let mayPart: Bool
            /// Where its buttons send.
            let form: String
            let version: Int
        }

        struct Choice: Sendable {
            let id: String
            let name: String
        }

        let frame: PageFrame
        let address: String
        let tag: String
        let name: String
        let badge: String
        let nameProblem: String?
        let badgeProblem: String?
        /// Whether name and badge are typed and not stored.
        let isTyped: Bool
        let version: Int
        let units: [Unit]
        let isEmpty: Bool
        let others: [Choice]
        let hasOthers: Bool
        let mayChange: Bool
    }

    /// Name and badge as they were typed, and what kept them from being stored.
    private struct Typed {
        let name: String
        let badge: String
        let nameProblem: String?
        let badgeProblem: String?

        init(_ form: FormFields) {
            (name, badge) = (form["name"], form["badge"])
            nameProblem = PlacementName.problem(name)
            badgeProblem =
                badge.utf8.count > PlaceRoom.longestBadge
                ? "A badge has at most \(PlaceRoom.longestBadge) bytes. This one has \(badge.utf8.count)." : nil
        }

        var faults: [PageFrame.Notice.Fault] {
            PageFrame.Notice.Fault.list([(nameProblem, "Name", "name"), (badgeProblem, "Badge", "badge")])
        }
    }

    /// In bytes, as the store takes them.
    private static let longestBadge = 20
    private static let notices = [
        "created": "The placement is created. Add units below.", "saved": "Saved. It counts from the next request on.",
    ]

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/places/:tag") { request, context, visit in
            let done = try FormFields(request.uri.query ?? "")["done"]
            let notice = Self.notices[done].map { PageFrame.Notice(kind: "good", text: $0) }
            return try await page(try await place(context, visit), visit, notice: notice)
        }
        routes.post("placements/places/:tag") { _, context, visit, form in
            var place = try await place(context, visit)
            let (stored, typed) = (place, Typed(form))
            (place.name, place.badge) = (typed.name, typed.badge)
            guard typed.faults.isEmpty else {
                return try await page(
                    stored, visit, notice: .refusal("Nothing was saved. See these fields:", typed.faults),
                    typed: typed, status: .badRequest)
            }
            return try await save(place, form, visit, typed: typed)
        }
        routes.post("placements/places/:tag/units") { _, context, visit, form in
            var place = try await place(context, visit)
            var order = PlaceOrder(place.units)
            if let change = PlaceOrder.Change(rawValue: form["do"]) {
                order.apply(change, to: form["unit"])
            } else {
                order.append(form["unit"])
            }
            place.units = order.units
            return try await save(place, form, visit)
        }
        routes.get("placements/places/:tag/delete", needs: .editor) { _, context, visit in
            try confirm(try await place(context, visit), visit)
        }
        routes.post("placements/places/:tag/delete") { _, context, visit, form in
            try await delete(try await place(context, visit), form, visit)
        }
    }

    private func place(_ context: some RequestContext, _ visit: Visit) async throws -> PlacementRecord {
        let tag = try context.parameters.require("tag")
        guard let place = try await placements.placement(tag, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no placement “\(tag.prefix(80))”.")
        }
        return place
    }

    /// - Parameter typed: stays in the fields if it is refused.
    private func save(
        _ place: PlacementRecord, _ form: FormFields, _ visit: Visit, typed: Typed? = nil
    ) async throws -> Response {
        do throws(StoreError) {
            _ = try await placements.update(place, expectedVersion: form.version ?? place.version, by: visit.who)
            return PortalDesk.redirect("\(PlacePath.place(place.tag))?done=saved")
        } catch {
            let (text, status): (String, HTTPResponse.Status)
            switch error.code {
            case .invalid, .notFound: (text, status) = ("Nothing was saved. \(UnitRoom.sentence(error))", .badRequest)
            case .versionConflict:
                let rest =
                    typed == nil
                    ? "This is how it is now." : "What you typed is below; saving again replaces what they wrote."
                text = "Nothing was saved. Somebody else changed this placement since you opened it. \(rest)"
                status = .conflict
            default: throw error
            }
            let stored = try await placements.placement(place.tag, app: place.app) ?? place
            return try await page(stored, visit, notice: .refusal(text), typed: typed, status: status)
        }
    }

    private func delete(_ place: PlacementRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        do throws(StoreError) {
            try await placements.removePlacement(
                place.tag, expectedVersion: form.version ?? place.version, app: place.app, by: visit.who)
            return PortalDesk.redirect("\(PlacePath.places)?done=deleted")
        } catch {
            guard error.code == .versionConflict,
                let current = try await placements.placement(place.tag, app: place.app)
            else { throw error }
            return try confirm(current, visit, isChanged: true)
        }
    }

    /// - Parameter isChanged: whether the placement is not what an earlier page showed.
    private func confirm(_ place: PlacementRecord, _ visit: Visit, isChanged: Bool = false) throws -> Response {
        let units = Plural.count(place.units.count, "unit", "units")
        let text =
            "The placement was not deleted: somebody else changed it after this page was opened. It is called "
            + "“\(place.name)” now, and has \(units)."
        let page = ConfirmPage(
            frame: desk.frame(
                "Delete the placement “\(place.name)”?", at: PlacePath.places, visit,
                notice: isChanged ? .refusal(text) : nil),
            text: "Apps that ask for “\(place.tag)” get nothing any more. This will be lost:",
            losses: ["the placement with its badge", "the order of its \(units)"],
            action: "\(PlacePath.place(place.tag))/delete",
            fields: [.init(name: "version", value: String(place.version))], button: "Delete the placement",
            back: PlacePath.place(place.tag), remark: "Its units stay, and so do figures that were counted.")
        return try desk.page(page, "confirm", status: isChanged ? .conflict : .ok)
    }

    private func page(
        _ place: PlacementRecord, _ visit: Visit, notice: PageFrame.Notice?, typed: Typed? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let all = try await placements.units(app: place.app)
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let steps = PlaceOrder(place.units).steps
        let now = desk.now()
        let lost = try await placements.lostPictures(app: place.app)
        let units = steps.enumerated().flatMap { index, step in
            step.compactMap { known[$0] }.map { unit in
                let state = UnitState(unit, now: now, lost: lost)
                return Page.Unit(
                    id: unit.id, name: unit.name, address: UnitPath.unit(unit.id), kind: unit.kind.title,
                    state: state.words, look: state.look, step: index + 1, weight: unit.weight, mayUp: index > 0,
                    mayDown: index + 1 < steps.count, mayJoin: index > 0, mayPart: step.count > 1,
                    form: "\(PlacePath.place(place.tag))/units", version: place.version)
            }
        }
        let listed = Set(place.units.map(\.unit))
        let others = all.filter { !listed.contains($0.id) }.map { Page.Choice(id: $0.id, name: $0.name) }
        let page = Page(
            frame: desk.frame(place.name, subtitle: "Placement", at: PlacePath.places, visit, notice: notice),
            address: PlacePath.place(place.tag), tag: place.tag, name: typed?.name ?? place.name,
            badge: typed?.badge ?? place.badge, nameProblem: typed?.nameProblem, badgeProblem: typed?.badgeProblem,
            isTyped: typed != nil, version: place.version, units: units, isEmpty: units.isEmpty, others: others,
            hasOthers: !others.isEmpty, mayChange: visit.may(.editor))
        return try desk.page(page, "placements-place", status: status)
    }
}
