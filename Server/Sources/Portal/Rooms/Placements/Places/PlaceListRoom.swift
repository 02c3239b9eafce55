import HTTPTypes
import Hummingbird
import PlatformStore

/// The placements of an app, and the form that creates one.
struct PlaceListRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let address: String
            let name: String
            let tag: String
            let units: Int
            let badge: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let mayChange: Bool
        let creation: Creation
    }

    /// What is in the form that creates a placement, and what kept it from being created.
    private struct Creation: Sendable {
        var tag = ""
        var name = ""
        var tagProblem: String?
        var nameProblem: String?

        var faults: [PageFrame.Notice.Fault] {
            PageFrame.Notice.Fault.list([(tagProblem, "Tag", "tag"), (nameProblem, "Name", "place-name")])
        }
    }

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements") { request, _, visit in
            try await list(visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.post("placements") { _, _, visit, form in try await create(form, visit) }
    }

    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        var creation = Creation(tag: form["tag"], name: form["name"])
        if !PlacementRecord.isTag(creation.tag) {
            creation.tagProblem = "A tag has 1 to 80 letters from a to z, also capital ones, digits, “.”, “_” and “-”."
        }
        if !creation.name.isEmpty { creation.nameProblem = PlacementName.problem(creation.name) }
        guard creation.faults.isEmpty else { return try await refuse(creation, "See these fields:", visit) }
        let place = PlacementRecord(
            app: try visit.id(), tag: creation.tag, name: creation.name.isEmpty ? creation.tag : creation.name)
        do throws(StoreError) {
            _ = try await placements.create(place, by: visit.who)
            return PortalDesk.redirect("\(PlacePath.place(place.tag))?done=created")
        } catch {
            switch error.code {
            case .alreadyExists:
                creation.tagProblem = UnitRoom.sentence(error)
                return try await refuse(creation, "See this field:", visit)
            case .invalid: return try await refuse(creation, UnitRoom.sentence(error), visit)
            default: throw error
            }
        }
    }

    private func refuse(_ creation: Creation, _ text: String, _ visit: Visit) async throws -> Response {
        try await list(
            visit, done: "", creation: creation,
            refusal: .refusal("The placement was not created. \(text)", creation.faults))
    }

    /// - Parameters:
    ///   - creation: what was typed into the form below the list.
    ///   - refusal: why it was not stored.
    private func list(
        _ visit: Visit, done: String, creation: Creation = Creation(), refusal: PageFrame.Notice? = nil
    ) async throws -> Response {
        let rows = try await placements.placements(app: try visit.id()).map { place in
            Page.Row(
                address: PlacePath.place(place.tag), name: place.name, tag: place.tag, units: place.units.count,
                badge: place.badge)
        }
        let deleted = PageFrame.Notice(kind: "good", text: "The placement is deleted. Its units stay.")
        let page = Page(
            frame: desk.frame(
                "Placements", subtitle: "Places in the app where units are shown", at: PlacePath.places, visit,
                notice: refusal ?? (done == "deleted" ? deleted : nil)),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor), creation: creation)
        return try desk.page(page, "placements-places", status: refusal == nil ? .ok : .badRequest)
    }
}
