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
    }

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements") { request, _, visit in
            try await list(visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.post("placements") { _, _, visit, form in
            let tag = form["tag"]
            let place = PlacementRecord(app: try visit.id(), tag: tag, name: form.optional("name") ?? tag)
            do throws(StoreError) {
                _ = try await placements.create(place, by: visit.who)
            } catch {
                guard [.invalid, .alreadyExists].contains(error.code) else { throw error }
                throw PortalError(.invalidField, UnitRoom.sentence(error))
            }
            return PortalDesk.redirect("\(PlacePath.place(tag))?done=created")
        }
    }

    private func list(_ visit: Visit, done: String) async throws -> Response {
        let rows = try await placements.placements(app: try visit.id()).map { place in
            Page.Row(
                address: PlacePath.place(place.tag), name: place.name, tag: place.tag, units: place.units.count,
                badge: place.badge)
        }
        let deleted = PageFrame.Notice(kind: "good", text: "The placement is deleted. Its units stay.")
        let page = Page(
            frame: desk.frame(
                "Placements", subtitle: "Places in the app where units are shown", at: PlacePath.places, visit,
                notice: done == "deleted" ? deleted : nil),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor))
        return try desk.page(page, "placements-places")
    }
}
