import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// One content unit: its editor, and what starts, stops, copies and deletes it.
struct UnitRoom: PortalRoom {
    private static let pauseAttempts = 5

    let desk: PortalDesk
    let placements: any PlacementStore
    let library: UnitLibrary
    /// A page for a frame in which a unit is drawn; `nil` where nothing draws it.
    let preview: (@Sendable (ContentUnitRecord) async throws -> Response)?

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/units/:unit") { request, context, visit in
            let unit = try await unit(context, visit)
            return try await page(unit, visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.post("placements/units/:unit") { _, context, visit, form in
            try await save(try await unit(context, visit), form, visit)
        }
        routes.get("placements/units/:unit/preview") { _, context, visit in
            let unit = try await unit(context, visit)
            return try await previewed(try await library.pictures(of: unit.app).addingSizes(unit))
        }
        routes.post("placements/units/:unit/preview") { _, context, visit, form in
            let unit = try await unit(context, visit)
            var reader = UnitReader(form, unit: unit, pictures: try await library.pictures(for: unit, in: form))
            return try await previewed(reader.read())
        }
        routes.post("placements/units/:unit/pause") { _, context, visit, _ in
            try await pause(try await unit(context, visit), visit)
        }
        routes.post("placements/units/:unit/duplicate") { _, context, visit, _ in
            try await duplicate(try await unit(context, visit), visit)
        }
        routes.get("placements/units/:unit/delete", needs: .editor) { _, context, visit in
            try await confirm(try await unit(context, visit), visit)
        }
        routes.post("placements/units/:unit/delete") { _, context, visit, form in
            try await delete(try await unit(context, visit), form, visit)
        }
    }

    private func unit(_ context: some RequestContext, _ visit: Visit) async throws -> ContentUnitRecord {
        let id = try context.parameters.require("unit")
        guard let unit = try await placements.unit(id, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no unit “\(id.prefix(80))”.")
        }
        return unit
    }

    private func previewed(_ unit: ContentUnitRecord) async throws -> Response {
        guard let preview else { throw PortalError(.notFound, "This server draws no units.") }
        return try await preview(unit)
    }

    /// Stores what was typed. The button that starts the unit stores it first: a refusal starts nothing.
    private func save(_ unit: ContentUnitRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        guard !form.has("more") else { return try await page(unit, visit, typed: form) }
        let starts = form["do"] == "start"
        let lead = starts ? "Nothing was saved, and the unit was not started." : "Nothing was saved."
        var wanted = unit
        if starts { wanted.isPaused = false }
        let pictures = try await library.pictures(for: unit, in: form)
        var reader = UnitReader(form, unit: wanted, pictures: pictures)
        let changed = reader.read()
        guard reader.problems.isEmpty else {
            return try await page(
                unit, visit, typed: form, problems: reader.problems,
                refusal: "\(lead) See these fields:", status: .badRequest)
        }
        do throws(StoreError) {
            _ = try await placements.update(changed, expectedVersion: form.version ?? unit.version, by: visit.who)
            return PortalDesk.redirect("\(UnitPath.unit(unit.id))?done=\(starts ? "started" : "saved")")
        } catch {
            switch error.code {
            case .invalid:
                return try await page(
                    unit, visit, typed: form, refusal: "\(lead) \(Self.sentence(error))", status: .badRequest)
            case .versionConflict:
                let current = try await placements.unit(unit.id, app: unit.app) ?? unit
                let faults = Self.fields(of: changed).differences(
                    from: Self.fields(of: pictures.addingSizes(current)))
                let text =
                    "\(lead) Somebody else changed this unit since you opened it. What you typed is below; saving "
                    + "again replaces what they wrote. "
                    + (faults.isEmpty ? "No field differs." : "These fields differ:")
                return try await page(current, visit, typed: form, refusal: text, faults: faults, status: .conflict)
            default: throw error
            }
        }
    }

    /// Stops a unit, whatever somebody else changed since the page was made.
    private func pause(_ unit: ContentUnitRecord, _ visit: Visit) async throws -> Response {
        var stored = unit
        var attempts = 1
        while true {
            var paused = stored
            paused.isPaused = true
            do throws(StoreError) {
                _ = try await placements.update(paused, expectedVersion: stored.version, by: visit.who)
                return PortalDesk.redirect("\(UnitPath.unit(unit.id))?done=paused")
            } catch {
                switch error.code {
                case .invalid:
                    let text = "The unit was not paused. \(Self.sentence(error))"
                    return try await page(stored, visit, refusal: text, status: .badRequest)
                case .versionConflict:
                    // Somebody stored another change at the same moment.
                    guard attempts < Self.pauseAttempts,
                        let current = try await placements.unit(unit.id, app: unit.app)
                    else { throw error }
                    (stored, attempts) = (current, attempts + 1)
                default: throw error
                }
            }
        }
    }

    private static func fields(of unit: ContentUnitRecord) -> UnitFields {
        UnitFields(form: UnitValues.fields(of: unit), problems: [:], kind: unit.kind)
    }

    /// The store's reason as a sentence for people.
    static func sentence(_ error: StoreError) -> String {
        error.message.prefix(1).uppercased() + error.message.dropFirst() + "."
    }

    private func duplicate(_ unit: ContentUnitRecord, _ visit: Visit) async throws -> Response {
        let copy = ContentUnitRecord(
            app: unit.app,
            id: UnitsRoom.freeID("\(unit.id.prefix(56))-copy", try await placements.usedUnitIDs(app: unit.app)),
            name: PlacementName.copy(of: unit.name), kind: unit.kind, document: unit.document, weight: unit.weight,
            isPaused: true, starts: unit.starts, ends: unit.ends, rules: unit.rules, validSeconds: unit.validSeconds)
        let stored = try await placements.create(copy, by: visit.who)
        return PortalDesk.redirect("\(UnitPath.unit(stored.id))?done=duplicated")
    }

    private func delete(_ unit: ContentUnitRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        do throws(StoreError) {
            try await placements.removeUnit(
                unit.id, expectedVersion: form.version ?? unit.version, app: unit.app, by: visit.who)
            return PortalDesk.redirect("\(UnitPath.units)?done=deleted")
        } catch {
            guard error.code == .versionConflict, let current = try await placements.unit(unit.id, app: unit.app)
            else { throw error }
            return try await confirm(current, visit, isChanged: true)
        }
    }

    /// - Parameter isChanged: whether the unit is not what an earlier page showed.
    private func confirm(
        _ unit: ContentUnitRecord, _ visit: Visit, isChanged: Bool = false
    ) async throws -> Response {
        let shown = try await placements.placements(app: unit.app).filter { $0.units.contains { $0.unit == unit.id } }
        var losses = ["the unit “\(unit.name)” with its counters"]
        losses += shown.map { "its turn in the placement “\($0.name)”" }
        if unit.kind == .form { losses.append("all answers to its questions") }
        let lost = try await placements.lostPictures(app: unit.app)
        let state = UnitState(unit, now: desk.now(), lost: lost).words
        let text =
            "The unit was not deleted: somebody else changed it after this page was opened. It is called "
            + "“\(unit.name)” now. Its state: \(state)."
        let page = ConfirmPage(
            frame: desk.frame(
                "Delete the unit “\(unit.name)”?", at: UnitPath.units, visit, notice: isChanged ? .refusal(text) : nil),
            text: "No device gets it any more. This will be lost:", losses: losses,
            action: "\(UnitPath.unit(unit.id))/delete", fields: [.init(name: "version", value: String(unit.version))],
            button: "Delete the unit", back: UnitPath.unit(unit.id), remark: "Figures that were counted stay.")
        return try desk.page(page, "confirm", status: isChanged ? .conflict : .ok)
    }

    /// - Parameters:
    ///   - typed: what is in the fields in place of what is stored.
    ///   - refusal: why nothing was stored.
    ///   - faults: what the refusal names; `nil` for the problems of the fields.
    ///   - done: what a form did.
    private func page(
        _ unit: ContentUnitRecord, _ visit: Visit, typed: FormFields? = nil, problems: [String: String] = [:],
        refusal: String? = nil, faults: [PageFrame.Notice.Fault]? = nil, done: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let pictures = try await library.pictures(of: unit.app)
        let form = typed ?? UnitValues.fields(of: pictures.addingSizes(unit))
        let lost = try await placements.lostPictures(app: unit.app)
        let state = UnitState(unit, now: desk.now(), lost: lost)
        let shown = try await placements.placements(app: unit.app).filter { $0.units.contains { $0.unit == unit.id } }
        let fields = UnitFields(form: form, problems: problems, kind: unit.kind, pictures: pictures)
        let gaps = (unit.isPaused ? unit.gaps : []).map(UnitPage.Gap.init)
        let pictureGaps = unit.fields(of: lost).map(UnitPage.Gap.init)
        let notice =
            refusal.map { PageFrame.Notice.refusal($0, faults ?? fields.faults) }
            ?? UnitNotice.notice(done, unit, state, isPlaced: !shown.isEmpty)
        let frame = desk.frame(unit.name, subtitle: unit.kind.title, at: UnitPath.units, visit, notice: notice)
        let page = UnitPage(
            frame: frame, address: UnitPath.unit(unit.id), id: unit.id, kind: unit.kind.title,
            // Without word of a change, the form keeps the version that it was opened with, and saving it is refused.
            version: status == .conflict ? unit.version : typed?.version ?? unit.version,
            state: state.words, look: state.look, gaps: gaps, hasGaps: !gaps.isEmpty,
            lost: pictureGaps, hasLost: !pictureGaps.isEmpty, isPaused: unit.isPaused,
            mayChange: visit.may(.editor), isForm: unit.kind == .form, hasLab: frame.hasLab, hasPreview: preview != nil,
            places: shown.map { .init(tag: $0.tag, name: $0.name) }, hasPlaces: !shown.isEmpty, general: fields.general,
            members: fields.members, entries: fields.entries, appearance: fields.appearance, schedule: fields.schedule,
            rules: fields.rules, needsStore: fields.needsStore, isTyped: typed != nil,
            attributes: UnitFields.attributes,
            pictures: pictures.choices)
        return try desk.page(page, "placements-unit", status: status)
    }
}
