import Foundation
import MarqueeWire

struct SQLPlacementStore: PlacementStore {
    let database: PlatformDatabase
    let catalogues = PlacementCatalogues()
    private let tidying = Housekeeping()

    init(database: PlatformDatabase) { self.database = database }

    func placements(app: String) async throws(StoreError) -> [PlacementRecord] {
        try await database.read { try $0.placements(app) }
    }

    func shows(_ picture: LibraryPicture) async throws(StoreError) -> Bool {
        try await database.read { db in
            // Anybody can ask for any app; only those that exist get a place among the catalogues that are kept.
            guard try db.row("SELECT id FROM app WHERE id = ?", [picture.app]) != nil else { return false }
            return try catalogues.latest(of: picture.app, db).0.pictures.contains(picture)
        }
    }

    func lostPictures(app: String) async throws(StoreError) -> Set<LibraryPicture> {
        try await database.read { db in
            try catalogues.latest(of: app, db).0.pictures.filter { picture in
                try db.asset(picture.uri, app: app)?.mediaType.hasPrefix("image/") != true
            }
        }
    }

    func placement(_ tag: String, app: String) async throws(StoreError) -> PlacementRecord? {
        try await database.read { try $0.placement(tag, app) }
    }

    func create(_ placement: PlacementRecord, by who: String) async throws(StoreError) -> PlacementRecord {
        try placement.check()
        let now = database.now()
        return try await database.write { [placement] db in
            try db.requireApp(placement.app)
            try Self.requireRoom(in: "placement", most: PlacementRecord.most, placement.app, db)
            var placement = placement
            placement.version = try db.firstVersion(of: Self.subject(of: placement.tag), app: placement.app)
            let added = try db.execute(
                """
                INSERT INTO placement (app, tag, name, badge, version) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (app, tag) DO NOTHING
                """, [placement.app, placement.tag, placement.name, placement.badge, placement.version])
            guard added == 1 else {
                throw StoreError(.alreadyExists, "there is a placement \"\(placement.tag)\" already")
            }
            try db.setUnits(placement)
            try db.catalogueChanged(placement.app)
            try db.audit("placement.create", placement.tag, app: placement.app, by: who, at: now)
            return placement
        }
    }

    func update(_ placement: PlacementRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> PlacementRecord
    {
        try placement.check()
        let now = database.now()
        return try await database.write { [placement] db in
            let earlier = try db.placement(placement.tag, placement.app)
            let changed = try db.execute(
                "UPDATE placement SET name = ?, badge = ?, version = version + 1 WHERE app = ? AND tag = ? AND version = ?",
                [placement.name, placement.badge, placement.app, placement.tag, expectedVersion])
            try db.require(
                changed: changed, "placement \(placement.tag)", expected: expectedVersion,
                current: try db.placement(placement.tag, placement.app)?.version)
            if earlier?.badge != placement.badge { try db.forgetOpenedBadges(placement.tag, placement.app) }
            try db.execute(
                "DELETE FROM placement_unit WHERE app = ? AND tag = ?", [placement.app, placement.tag])
            try db.setUnits(placement)
            try db.catalogueChanged(placement.app)
            try db.audit("placement.change", placement.tag, app: placement.app, by: who, at: now)
            var saved = placement
            saved.version = expectedVersion + 1
            return saved
        }
    }

    func removePlacement(_ tag: String, expectedVersion: Int, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let current = try db.placement(tag, app)?.version
            try db.require(
                changed: current == expectedVersion ? 1 : 0, "placement \(tag)", expected: expectedVersion,
                current: current)
            try db.keepVersions(of: "placement", as: "'placement ' || tag", where: "app = ? AND tag = ?", [app, tag])
            try db.execute("DELETE FROM placement WHERE app = ? AND tag = ?", [app, tag])
            try db.forgetOpenedBadges(tag, app)
            try db.catalogueChanged(app)
            try db.audit("placement.remove", tag, app: app, by: who, at: now)
        }
    }

    func units(app: String) async throws(StoreError) -> [ContentUnitRecord] {
        try await database.read { try $0.contentUnits(app) }
    }

    func unit(_ id: String, app: String) async throws(StoreError) -> ContentUnitRecord? {
        try await database.read { try $0.contentUnit(id, app) }
    }

    func create(_ unit: ContentUnitRecord, by who: String) async throws(StoreError) -> ContentUnitRecord {
        try unit.check()
        let now = database.now()
        return try await database.write { [unit] db in
            try db.requireApp(unit.app)
            try Self.requireRoom(in: "content_unit", most: ContentUnitRecord.most, unit.app, db)
            var unit = unit
            unit.version = try db.firstVersion(of: Self.unitSubject + unit.id, app: unit.app)
            let added = try db.execute(
                """
                INSERT INTO content_unit (app, id, name, kind, document, weight, is_paused, starts, ends, rules,
                valid_seconds, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (app, id) DO NOTHING
                """,
                [
                    unit.app, unit.id, unit.name, unit.kind.rawValue, try StoredJSON.text(unit.document), unit.weight,
                    unit.isPaused, unit.starts, unit.ends, try StoredJSON.text(unit.rules), unit.validSeconds,
                    unit.version,
                ])
            guard added == 1 else { throw StoreError(.alreadyExists, "there is a unit \"\(unit.id)\" already") }
            try db.catalogueChanged(unit.app)
            try db.audit("unit.create", unit.id, detail: unit.kind.rawValue, app: unit.app, by: who, at: now)
            return unit
        }
    }

    func update(_ unit: ContentUnitRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ContentUnitRecord
    {
        try unit.check()
        let now = database.now()
        return try await database.write { [unit] db in
            let changed = try db.execute(
                """
                UPDATE content_unit SET name = ?, document = ?, weight = ?, is_paused = ?, starts = ?, ends = ?,
                rules = ?, valid_seconds = ?, version = version + 1
                WHERE app = ? AND id = ? AND kind = ? AND version = ?
                """,
                [
                    unit.name, try StoredJSON.text(unit.document), unit.weight, unit.isPaused, unit.starts, unit.ends,
                    try StoredJSON.text(unit.rules), unit.validSeconds, unit.app, unit.id, unit.kind.rawValue,
                    expectedVersion,
                ])
            try db.require(
                changed: changed, "unit \(unit.id)", expected: expectedVersion,
                current: try db.contentUnit(unit.id, unit.app)?.version)
            try db.catalogueChanged(unit.app)
            let detail = unit.isPaused ? "paused" : ""
            try db.audit("unit.change", unit.id, detail: detail, app: unit.app, by: who, at: now)
            var saved = unit
            saved.version = expectedVersion + 1
            return saved
        }
    }

    func removeUnit(_ id: String, expectedVersion: Int, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let current = try db.contentUnit(id, app)?.version
            try db.require(
                changed: current == expectedVersion ? 1 : 0, "unit \(id)", expected: expectedVersion, current: current)
            try db.keepVersions(
                of: "content_unit", as: "'\(Self.unitSubject)' || id", where: "app = ? AND id = ?", [app, id])
            try db.execute("DELETE FROM content_unit WHERE app = ? AND id = ?", [app, id])
            try db.catalogueChanged(app)
            try db.audit("unit.remove", id, app: app, by: who, at: now)
        }
    }

    func usedUnitIDs(app: String) async throws(StoreError) -> Set<String> {
        try await database.read { db in
            let ids: [String] = try db.column("SELECT id FROM content_unit WHERE app = ?", [app])
            let removed: [String] = try db.column(
                "SELECT subject FROM former_version WHERE app = ? AND subject LIKE ?", [app, "\(Self.unitSubject)%"])
            return Set(ids + removed.map { String($0.dropFirst(Self.unitSubject.count)) })
        }
    }

    func decide(_ asks: [PlacementAsk]) async throws(StoreError) -> [PlacementVerdict] {
        let now = database.now()
        await removeOldRows()
        let (verdicts, counts) = try await database.write { [catalogues] db in
            var decisions = GroupDecisions(asks, db: db, catalogues: catalogues, now: now)
            return (try decisions.verdicts(), decisions.everybody)
        }
        catalogues.keep(counts)
        return verdicts
    }

    func removeOldRows() async {
        let now = database.now()
        await tidying.run(at: now, in: database) { try $0.removeOldPlacementRows(at: now) }
    }

    /// Before a unit's id where versions of removed records are kept.
    private static let unitSubject = "unit "

    private static func subject(of tag: String) -> String { "placement \(tag)" }

    private static func requireRoom(in table: String, most: Int, _ app: String, _ db: any SQLTransaction) throws {
        guard try db.count("SELECT COUNT(*) FROM \(table) WHERE app = ?", [app]) < most else {
            throw StoreError(.invalid, "an app has at most \(most) of these")
        }
    }
}
