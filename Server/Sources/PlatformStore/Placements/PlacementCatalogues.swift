import Decisioning
import MarqueeWire
import Synchronization

/// The placements and units of an app, ready for decisions. Objects, because many requests use them at once.
final class PlacementCatalogue: Sendable {
    final class Place: Sendable {
        let badge: String
        let catalogue: Catalogue
        /// Whether a cap counts showings to single devices.
        let countsDevices: Bool
        /// What the conditions ask of the store.
        let stored: StoredAttributes
        /// The lists that can be empty for a device, by unit: the apps of all their entries.
        let lists: [String: Set<String>]

        init(_ placement: PlacementRecord, units: [String: ContentUnitRecord]) {
            let candidates = placement.units.compactMap { entry in
                units[entry.unit]?.candidate(priority: entry.priority)
            }
            badge = placement.badge
            catalogue = Catalogue(candidates)
            countsDevices = candidates.contains { $0.caps.contains { $0.scope == .subject } }
            stored = StoredAttributes(candidates)
            lists = Dictionary(
                candidates.compactMap { candidate in
                    units[candidate.id]?.document.listedApps.map { (candidate.id, $0) }
                }
            ) { first, _ in first }
        }

        /// The lists that have nothing to show where some apps are left out.
        func emptied(hiding hidden: [String]) -> [String] {
            guard !lists.isEmpty else { return [] }
            let hidden = Set(hidden)
            return lists.compactMap { $0.value.isSubset(of: hidden) ? $0.key : nil }
        }
    }

    /// How much of a picture's hash its address has.
    private static let versionLength = 8

    let version: Int
    let places: [String: Place]
    /// By id. The addresses of their pictures end with the picture's version, and the sizes are those of the library.
    let units: [String: ContentUnitRecord]
    /// The kinds of the units that some placement can show.
    let kinds: Set<ContentUnitRecord.Kind>
    /// The pictures of the library that some unit shows.
    let pictures: Set<LibraryPicture>

    init(_ app: String, version: Int, _ db: any SQLTransaction) throws {
        self.version = version
        let units = Dictionary(try db.contentUnits(app).map { ($0.id, $0) }) { first, _ in first }
        places = Dictionary(try db.placements(app).map { ($0.tag, Place($0, units: units)) }) { first, _ in first }
        let candidates = places.values.flatMap(\.catalogue.candidates)
        kinds = Set(candidates.compactMap { $0.isPaused ? nil : units[$0.id]?.kind })
        let pictures = units.values.reduce(into: Set()) { $0.formUnion($1.document.libraryPictures) }
        self.pictures = pictures
        let addresses = try Self.versioned(pictures, app, db)
        let sized = Set(units.values.flatMap(\.document.sizedPictures)).compactMap { LibraryPicture($0) }
        let sizes = try Self.sizes(sized, app, db)
        self.units = units.mapValues { unit in
            var unit = unit
            unit.document = unit.document.settingPictureSizes { sizes[$0] }.mappingPictures { addresses[$0] ?? $0 }
            return unit
        }
    }

    /// The addresses of pictures with what they are now, by the addresses in documents. SDKs keep a picture by its address, so
    /// one that was replaced needs another.
    private static func versioned(
        _ pictures: Set<LibraryPicture>, _ app: String, _ db: any SQLTransaction
    ) throws -> [String: String] {
        var addresses: [String: String] = [:]
        for picture in pictures {
            guard let asset = try db.asset(picture.uri, app: app) else { continue }
            addresses[picture.address] = picture.address + "?v=" + asset.object.sha256.hex.prefix(versionLength)
        }
        return addresses
    }

    /// The sizes of the library's pictures by the addresses in documents: one that was replaced may have another shape.
    private static func sizes(
        _ pictures: [LibraryPicture], _ app: String, _ db: any SQLTransaction
    ) throws -> [String: MediaRecord.Size] {
        var sizes: [String: MediaRecord.Size] = [:]
        for picture in pictures {
            sizes[picture.address] = try db.media(behind: picture.uri, app: app)?.sizes[picture.name]
        }
        return sizes
    }
}

/// Showings to everybody in the caps of an app's placements, as a transaction left them.
struct ShowingCounts: Sendable {
    struct Place: Sendable {
        /// How long counters of all time are taken without a look, in seconds: a program of a version that does not raise
        /// the number of showings may use the database too.
        private static let lifetime: Int64 = 10

        var counters: CapCounters
        /// The seconds since 1970 in which the counters hold.
        let seconds: ClosedRange<Int64>

        /// - Parameters:
        ///   - second: when the showings were counted.
        ///   - countsAllTime: whether every cap counts all time; a window moves on with each second.
        init(_ counters: CapCounters, at second: Int64, countsAllTime: Bool) {
            self.counters = counters
            seconds = second...(countsAllTime ? second + Self.lifetime : second)
        }
    }

    /// The ``PlacementCatalogue/version`` at which they hold.
    var version: Int
    /// The number at which they hold: each server raises it before it counts showings to everybody.
    var showings: Int
    /// By the placement's tag.
    var places: [String: Place]
}

/// The catalogues that were read and the showings that were counted, each as long as it is the app's latest.
final class PlacementCatalogues: Sendable {
    /// The most apps of which something is kept.
    private static let most = 200

    private struct Kept {
        let catalogue: PlacementCatalogue
        var counts: ShowingCounts?
    }

    private let kept = Mutex<[String: Kept]>([:])

    /// The app's catalogue and the counts of its placements as the transaction sees them. A placement that nobody asked for
    /// yet has none; nor has any on PostgreSQL, where servers that raise one number would wait for each other.
    func latest(of app: String, _ db: any SQLTransaction) throws -> (PlacementCatalogue, ShowingCounts) {
        let row = try db.row("SELECT version, showings FROM placement_catalogue WHERE app = ?", [app])
        let (version, showings) = (try row?["version"] ?? 0, try row?["showings"] ?? 0)
        let none = ShowingCounts(version: version, showings: showings, places: [:])
        if let known = kept.withLock({ $0[app] }), known.catalogue.version == version {
            guard db.engine == .sqlite, let counts = known.counts, counts.version == version,
                counts.showings == showings
            else { return (known.catalogue, none) }
            return (known.catalogue, counts)
        }
        let catalogue = try PlacementCatalogue(app, version: version, db)
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[app] = Kept(catalogue: catalogue)
        }
        return (catalogue, none)
    }

    /// Keeps the counts of a transaction that is over, by app.
    func keep(_ counts: [String: ShowingCounts]) {
        kept.withLock { kept in
            for (app, counts) in counts { kept[app]?.counts = counts }
        }
    }
}
