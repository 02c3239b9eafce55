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
            let isChosen: Bool
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let search: String
        let isSearched: Bool
        let kinds: [Kind]
        let mayChange: Bool
        let creation: Creation
    }

    /// What is in the form that creates a unit, and what kept it from being created.
    private struct Creation: Sendable {
        var kind = ""
        var name = ""
        var id = ""
        var kindProblem: String?
        var nameProblem: String?
        var idProblem: String?

        var faults: [PageFrame.Notice.Fault] {
            PageFrame.Notice.Fault.list([
                (kindProblem, "What it shows", "kind"), (nameProblem, "Name", "unit-name"),
                (idProblem, "Id", "unit-id"),
            ])
        }
    }

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/units") { request, _, visit in
            try await list(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.post("placements/units") { _, _, visit, form in try await create(form, visit) }
    }

    /// - Parameters:
    ///   - creation: what was typed into the form below the list.
    ///   - refusal: why it was not stored.
    private func list(
        _ visit: Visit, _ query: FormFields, creation: Creation = Creation(), refusal: PageFrame.Notice? = nil
    ) async throws -> Response {
        let app = try visit.id()
        let search = query["search"]
        var places: [String: [String]] = [:]
        for placement in try await placements.placements(app: app) {
            for entry in placement.units { places[entry.unit, default: []].append(placement.name) }
        }
        let now = desk.now()
        let lost = try await placements.lostPictures(app: app)
        let units = try await placements.units(app: app)
            .filter { search.isEmpty || "\($0.name) \($0.id)".localizedCaseInsensitiveContains(search) }
        let rows = units.map { unit in
            let state = UnitState(unit, now: now, lost: lost)
            return Page.Row(
                address: UnitPath.unit(unit.id), name: unit.name, id: unit.id, kind: unit.kind.title,
                state: state.words,
                look: state.look, places: (places[unit.id] ?? []).joined(separator: ", "))
        }
        let deleted = PageFrame.Notice(kind: "good", text: "The unit is deleted.")
        let page = Page(
            frame: desk.frame(
                "Content units", subtitle: "What placements show", at: UnitPath.units, visit,
                notice: refusal ?? (query["done"] == "deleted" ? deleted : nil)),
            rows: rows, isEmpty: rows.isEmpty, search: search, isSearched: !search.isEmpty,
            kinds: ContentUnitRecord.Kind.allCases.map {
                .init(value: $0.rawValue, name: $0.title, isChosen: $0.rawValue == creation.kind)
            }, mayChange: visit.may(.editor), creation: creation)
        return try desk.page(page, "placements-units", status: refusal == nil ? .ok : .badRequest)
    }

    /// Creates a paused unit, since it lacks what its kind needs.
    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        var creation = Creation(kind: form["kind"], name: form["name"], id: form["id"])
        let chosen = ContentUnitRecord.Kind(rawValue: creation.kind)
        if chosen == nil { creation.kindProblem = "Choose what the unit shows." }
        creation.nameProblem = PlacementName.problem(creation.name)
        if !creation.id.isEmpty, !Scope.isValid(creation.id) {
            creation.idProblem = "An id has 1 to 64 of a-z, 0-9, “.”, “_” and “-”, and begins with a letter or a digit."
        }
        let used = try await placements.usedUnitIDs(app: app)
        if used.contains(creation.id) { creation.idProblem = "A unit has this id, or had it. Type another one." }
        guard let kind = chosen, creation.faults.isEmpty else {
            return try await refuse(creation, "The unit was not created. See these fields:", visit)
        }
        let id = creation.id.isEmpty ? Self.freeID(Self.id(from: creation.name), used) : creation.id
        do throws(StoreError) {
            let unit = ContentUnitRecord(app: app, id: id, name: creation.name, kind: kind, isPaused: true)
            let stored = try await placements.create(unit, by: visit.who)
            return PortalDesk.redirect("\(UnitPath.unit(stored.id))?done=created")
        } catch {
            guard [.invalid, .alreadyExists].contains(error.code) else { throw error }
            return try await refuse(creation, "The unit was not created. \(UnitRoom.sentence(error))", visit)
        }
    }

    private func refuse(_ creation: Creation, _ text: String, _ visit: Visit) async throws -> Response {
        try await list(visit, FormFields([]), creation: creation, refusal: .refusal(text, creation.faults))
    }

    /// Lower-case letters, digits and hyphens of a name.
    private static func id(from name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
        let id = words.joined(separator: "-").prefix(56)
        return id.isEmpty ? "unit" : String(id)
    }

    /// The id, with a number behind it if a unit has it, or had it: reports show figures of deleted units.
    static func freeID(_ id: String, _ taken: Set<String>) -> String {
        guard taken.contains(id) else { return id }
        // An id has at most 64 characters.
        return (2...).lazy.map { "\(id.prefix(58))-\($0)" }.first { !taken.contains($0) } ?? id
    }
}
