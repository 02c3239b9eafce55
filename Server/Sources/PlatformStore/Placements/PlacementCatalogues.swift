import Decisioning
import Synchronization

/// The placements and units of an app, ready for decisions.
struct PlacementCatalogue: Sendable {
    struct Place: Sendable {
        let badge: String
        let catalogue: Catalogue
        /// Whether a cap counts showings to single devices.
        let countsDevices: Bool
        /// What the conditions ask of the store.
        let stored: StoredAttributes
    }

    let version: Int
    let places: [String: Place]
    let units: [String: ContentUnitRecord]
    /// The kinds of the units that some placement can show.
    let kinds: Set<ContentUnitRecord.Kind>

    init(_ app: String, version: Int, _ db: any SQLTransaction) throws {
        self.version = version
        let units = Dictionary(try db.contentUnits(app).map { ($0.id, $0) }) { first, _ in first }
        var kinds: Set<ContentUnitRecord.Kind> = []
        places = Dictionary(
            try db.placements(app).map { placement in
                let candidates = placement.units.compactMap { entry in
                    units[entry.unit]?.candidate(priority: entry.priority)
                }
                kinds.formUnion(candidates.compactMap { $0.isPaused ? nil : units[$0.id]?.kind })
                let caps = candidates.flatMap(\.caps)
                let place = Place(
                    badge: placement.badge, catalogue: Catalogue(candidates),
                    countsDevices: caps.contains { $0.scope == .subject }, stored: StoredAttributes(candidates))
                return (placement.tag, place)
            }
        ) { first, _ in first }
        self.units = units
        self.kinds = kinds
    }
}

/// The catalogues that were read, each as long as it is the app's latest.
final class PlacementCatalogues: Sendable {
    /// The most apps whose catalogues are kept.
    private static let most = 200

    private let kept = Mutex<[String: PlacementCatalogue]>([:])

    /// The app's catalogue as the transaction sees it.
    func catalogue(of app: String, _ db: any SQLTransaction) throws -> PlacementCatalogue {
        let version = try db.count("SELECT version FROM placement_catalogue WHERE app = ?", [app])
        if let known = kept.withLock({ $0[app] }), known.version == version { return known }
        let catalogue = try PlacementCatalogue(app, version: version, db)
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[app] = catalogue
        }
        return catalogue
    }
}
