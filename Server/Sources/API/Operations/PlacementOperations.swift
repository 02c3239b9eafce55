import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// Placements with their priority lists, content units, and the answers of forms.
struct PlacementOperations: Sendable {
    private struct PlacementAnswer: Encodable, Sendable {
        let tag: String
        let name: String
        let badge: String
        let units: [PlacementRecord.Entry]
        let version: Int

        init(_ record: PlacementRecord) {
            (tag, name, badge, units, version) = (
                record.tag, record.name, record.badge, record.units, record.version
            )
        }

        static let schema = Schema.object([
            "tag": .text(1...80), "name": .text(1...200), "badge": .text(0...20),
            "units": .list(.object(["unit": Names.schema, "priority": .integer(1...1000)])), "version": .count,
        ])
    }

    private struct UnitAnswer: Encodable, Sendable {
        let id: String
        let name: String
        let kind: String
        let document: UnitDocument
        let weight: Int
        let isPaused: Bool
        let starts: String?
        let ends: String?
        let rules: UnitRules
        let validSeconds: Int?
        let version: Int

        init(_ unit: ContentUnitRecord) {
            (id, name, kind, document) = (unit.id, unit.name, unit.kind.rawValue, unit.document)
            (weight, isPaused, rules, version) = (unit.weight, unit.isPaused, unit.rules, unit.version)
            (starts, ends, validSeconds) = (
                unit.starts.map(APITime.text), unit.ends.map(APITime.text), unit.validSeconds
            )
        }

        static let schema = Schema.object(
            [
                "id": Names.schema, "name": .text(1...200), "kind": .choice(kinds), "document": .anything,
                "weight": .integer(1...1000), "isPaused": .bool, "starts": .time, "ends": .time, "rules": .anything,
                "validSeconds": .integer(1...ContentUnitRecord.longestValidity), "version": .count,
            ], optional: ["starts", "ends", "validSeconds"])
    }

    private struct FormAnswer: Encodable, Sendable {
        let id: String
        let install: String?
        let answers: [String: String]
        let time: String

        init(_ answer: FormAnswerRecord) {
            (id, install, answers, time) = (
                answer.id, answer.install, answer.answers, APITime.text(answer.time)
            )
        }

        static let schema = Schema.object(
            ["id": .text(1...64), "install": .text(1...128), "answers": .anything, "time": .time],
            optional: ["install"])
    }

    private static let kinds = ContentUnitRecord.Kind.allCases.map(\.rawValue)
    private static let unitFields: [Field] = [
        .text("name", 1...200, "For people; a new one needs it."),
        .choice("kind", kinds, "What it shows; a new one needs it, and it does not change."),
        .document(
            "document", most: UnitDocument.maximumSize, "What the template draws. docs/placements.md has the members."),
        .integer("weight", 1...1000, "The share among units of the same priority; 1 unless it is given."),
        .bool("isPaused", "Whether it is stopped for now. A unit that lacks what its kind needs is paused."),
        .time("starts", "Shown from then on; `null` for no beginning."),
        .time("ends", "No longer shown from then on; `null` for no end."),
        .document(
            "rules", most: 64 << 10,
            "To whom and how often: `timeZone`, `hours`, `conditions`, `caps`, `capabilities`."),
        .optionalInteger(
            "validSeconds", 1...ContentUnitRecord.longestValidity,
            "How long a preloaded unit may be shown, in seconds; `null` for any time."),
    ]

    let placements: any PlacementStore

    var operations: [Operation] { placementOperations + unitOperations }

    private var placementOperations: [Operation] {
        let path = "apps/{app}/placements/{placement}"
        return [
            Operation(
                "listPlacements", .get, "apps/{app}/placements", "Lists the placements, in the order of their tags.",
                scope: .placementsRead, parameters: [.limit, .cursor], .page(of: PlacementAnswer.schema)
            ) { call in
                let all = try await placements.placements(app: call.app).map(PlacementAnswer.init)
                return try Self.page(all, call) { $0.tag }
            },
            Operation(
                "readPlacement", .get, path, "Reads a placement.", scope: .placementsRead, PlacementAnswer.schema
            ) { call in
                let placement = try await placement(call)
                return try .record(PlacementAnswer(placement), version: placement.version)
            },
            Operation(
                "putPlacement", .put, path, "Makes a placement, or changes the members that are given.",
                scope: .placementsWrite, parameters: [.ifMatch],
                fields: [
                    .text("name", 1...200, "For people; the tag unless it is given."),
                    .text("badge", 0...20, "What its badge says; empty for none."),
                    .document(
                        "units", most: 64 << 10,
                        "The priority list: objects with `unit` and `priority`, which replace the list."),
                ], PlacementAnswer.schema, handler: putPlacement),
            Operation(
                "deletePlacement", .delete, path, "Deletes a placement; its units stay.", scope: .placementsWrite,
                parameters: [.ifMatch], answers: .noContent, nil
            ) { call in
                _ = try await placement(call)
                let version = try call.requiredVersion
                try await Self.saving {
                    try await placements.removePlacement(
                        call.name("placement"), expectedVersion: version, app: call.app, by: call.who)
                }
                return .noContent
            },
        ]
    }

    private var unitOperations: [Operation] {
        let path = "apps/{app}/units/{unit}"
        return [
            Operation(
                "listUnits", .get, "apps/{app}/units", "Lists the content units, in the order of their ids.",
                scope: .placementsRead, parameters: [.limit, .cursor], .page(of: UnitAnswer.schema)
            ) { call in
                let all = try await placements.units(app: call.app).map(UnitAnswer.init)
                return try Self.page(all, call) { $0.id }
            },
            Operation("readUnit", .get, path, "Reads a content unit.", scope: .placementsRead, UnitAnswer.schema) {
                call in
                let unit = try await unit(call)
                return try .record(UnitAnswer(unit), version: unit.version)
            },
            Operation(
                "putUnit", .put, path, "Makes a content unit, or changes the members that are given.",
                scope: .placementsWrite, parameters: [.ifMatch], fields: Self.unitFields, UnitAnswer.schema,
                handler: putUnit),
            Operation(
                "deleteUnit", .delete, path, "Deletes a content unit with the answers to its form.",
                scope: .placementsWrite, parameters: [.ifMatch], answers: .noContent, nil
            ) { call in
                _ = try await unit(call)
                let version = try call.requiredVersion
                try await Self.saving {
                    try await placements.removeUnit(
                        call.name("unit"), expectedVersion: version, app: call.app, by: call.who)
                }
                return .noContent
            },
            Operation(
                "listFormAnswers", .get, "\(path)/answers", "Lists the answers to a form, the earliest first.",
                scope: .placementsRead, parameters: [.limit, .cursor], .page(of: FormAnswer.schema)
            ) { call in
                let (limit, last) = (try call.limit, try call.cursor(String.self))
                let answers = try await placements.answers(
                    unit: try await unit(call).id, app: call.app, after: last, limit: limit + 1)
                return try .json(try Page(answers.map(FormAnswer.init), limit: limit) { $0.id })
            },
        ]
    }

    /// A page of a list that is short enough to be read whole.
    private static func page<Item: Encodable & Sendable>(
        _ all: [Item], _ call: Call, key: (Item) -> String
    ) throws -> Response {
        let (limit, last) = (try call.limit, try call.cursor(String.self))
        let rest = all.filter { entry in last.map { key(entry) > $0 } ?? true }
        return try .json(try Page(rest, limit: limit) { key($0) })
    }

    private func placement(_ call: Call) async throws -> PlacementRecord {
        guard let placement = try await placements.placement(call.name("placement"), app: call.app) else {
            throw WebError(.notFound, "there is no placement \(call.name("placement").prefix(80))")
        }
        return placement
    }

    private func unit(_ call: Call) async throws -> ContentUnitRecord {
        guard let unit = try await placements.unit(call.name("unit"), app: call.app) else {
            throw WebError(.notFound, "there is no unit \(call.name("unit").prefix(80))")
        }
        return unit
    }

    private func putPlacement(_ call: Call) async throws -> Response {
        let (tag, body) = (call.name("placement"), call.body)
        let units = try body.wholly("units", as: [PlacementRecord.Entry].self)
        guard var placement = try await placements.placement(tag, app: call.app) else {
            try call.requireNoVersion()
            let made = try await placements.create(
                PlacementRecord(
                    app: call.app, tag: tag, name: body.text("name") ?? tag, badge: body.text("badge") ?? "",
                    units: units ?? []), by: call.who)
            return try .record(
                PlacementAnswer(made), version: made.version, status: .created,
                location: "/api/v1/apps/\(call.app)/placements/\(made.tag)")
        }
        placement.name = body.text("name") ?? placement.name
        placement.badge = body.text("badge") ?? placement.badge
        placement.units = units ?? placement.units
        let (changed, version) = (placement, try call.requiredVersion)
        let saved = try await Self.saving {
            try await placements.update(changed, expectedVersion: version, by: call.who)
        }
        return try .record(PlacementAnswer(saved), version: saved.version)
    }

    private func putUnit(_ call: Call) async throws -> Response {
        let (id, body) = (call.name("unit"), call.body)
        let kind = body.text("kind").flatMap(ContentUnitRecord.Kind.init)
        guard let known = try await placements.unit(id, app: call.app) else {
            try call.requireNoVersion()
            guard let name = body.text("name"), let kind else {
                throw WebError(.badRequest, "a new unit needs \"name\" and \"kind\"")
            }
            let unit = try Self.changed(ContentUnitRecord(app: call.app, id: id, name: name, kind: kind), by: body)
            let made = try await placements.create(unit, by: call.who)
            return try .record(
                UnitAnswer(made), version: made.version, status: .created,
                location: "/api/v1/apps/\(call.app)/units/\(made.id)")
        }
        guard kind ?? known.kind == known.kind else {
            throw WebError(.badRequest, "the kind of a unit does not change")
        }
        let (unit, version) = (try Self.changed(known, by: body), try call.requiredVersion)
        let saved = try await Self.saving { try await placements.update(unit, expectedVersion: version, by: call.who) }
        return try .record(UnitAnswer(saved), version: saved.version)
    }

    private static func changed(_ unit: ContentUnitRecord, by body: Values) throws -> ContentUnitRecord {
        var unit = unit
        unit.name = body.text("name") ?? unit.name
        unit.document = try body.decoded("document", as: UnitDocument.self) ?? unit.document
        unit.weight = body.integer("weight") ?? unit.weight
        unit.isPaused = body.bool("isPaused") ?? unit.isPaused
        if body.has("starts") { unit.starts = body.time("starts") }
        if body.has("ends") { unit.ends = body.time("ends") }
        unit.rules = try body.wholly("rules", as: UnitRules.self) ?? unit.rules
        if body.has("validSeconds") { unit.validSeconds = body.integer("validSeconds") }
        return unit
    }

    /// A change whose version was out of date is refused as HTTP has it.
    private static func saving<Value>(_ change: () async throws -> Value) async throws -> Value {
        do {
            return try await change()
        } catch let error as StoreError where error.code == .versionConflict {
            throw APIError(.preconditionFailed, "somebody changed it since it was read; read it again")
        }
    }
}
