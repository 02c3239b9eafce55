import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// The content units of an app, and the form that creates one.
struct UnitsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let address: String
            let name: String
            let id: String
            let kind: String
            let state: String
            let look: String
            let places: String
        }

        struct Kind: Sendable {
            let value: String
            let name: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let search: String
        let isSearched: Bool
        let kinds: [Kind]
        let mayChange: Bool
    }

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/units") { request, _, visit in
            try await list(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.post("placements/units") { _, _, visit, form in try await create(form, visit) }
    }

    private func list(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let app = try visit.id()
        let search = query["search"]
        var places: [String: [String]] = [:]
        for placement in try await placements.placements(app: app) {
            for entry in placement.units { places[entry.unit, default: []].append(placement.name) }
        }
        let now = desk.now()
        let units = try await placements.units(app: app)
            .filter { search.isEmpty || "\($0.name) \($0.id)".localizedCaseInsensitiveContains(search) }
        let rows = units.map { unit in
            let state = UnitState(unit, now: now)
            return Page.Row(
                address: UnitPath.unit(unit.id), name: unit.name, id: unit.id, kind: unit.kind.title,
                state: state.words,
                look: state.look, places: (places[unit.id] ?? []).joined(separator: ", "))
        }
        let deleted = PageFrame.Notice(kind: "good", text: "The unit is deleted.")
        let page = Page(
            frame: desk.frame(
                "Content units", subtitle: "What placements show", at: UnitPath.units, visit,
                notice: query["done"] == "deleted" ? deleted : nil),
            rows: rows, isEmpty: rows.isEmpty, search: search, isSearched: !search.isEmpty,
            kinds: ContentUnitRecord.Kind.allCases.map { .init(value: $0.rawValue, name: $0.title) },
            mayChange: visit.may(.editor))
        return try desk.page(page, "placements-units")
    }

    /// Creates a paused unit, since it lacks what its kind needs.
    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let kind = ContentUnitRecord.Kind(rawValue: form["kind"]) else {
            throw PortalError(.invalidField, "Choose what the unit shows.")
        }
        let app = try visit.id()
        guard let name = form.optional("name") else { throw PortalError(.invalidField, "A unit has a name.") }
        let id = Self.freeID(form.optional("id") ?? Self.id(from: name), try await placements.units(app: app))
        do throws(StoreError) {
            let unit = ContentUnitRecord(app: app, id: id, name: name, kind: kind, isPaused: true)
            let stored = try await placements.create(unit, by: visit.who)
            return PortalDesk.redirect("\(UnitPath.unit(stored.id))?done=created")
        } catch {
            guard error.code == .invalid else { throw error }
            throw PortalError(.invalidField, UnitRoom.sentence(error))
        }
    }

    /// Lower-case letters, digits and hyphens of a name.
    private static func id(from name: String) -> String {
        let words = name.lowercased().split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
        let id = words.joined(separator: "-").prefix(56)
        return id.isEmpty ? "unit" : String(id)
    }

    /// The id, with a number behind it if a unit has it already.
    static func freeID(_ id: String, _ units: [ContentUnitRecord]) -> String {
        let taken = Set(units.map(\.id))
        guard taken.contains(id) else { return id }
        return (2...).lazy.map { "\(id)-\($0)" }.first { !taken.contains($0) } ?? id
    }
}
