import Decisioning
import MarqueeWire
import Secrets

/// The decisions of one transaction, one after another: each sees the showings of those before it.
struct GroupDecisions {
    /// A text by its bytes, as tags are compared: Unicode's equality joins different ids.
    private typealias ExactText = TagName

    /// A row of `placement_showing`, by its key.
    private struct ShowingKey: Hashable, Comparable {
        let app: String
        let unit: String
        let bucket: Int64
        /// An install; empty for everybody.
        let subject: ExactText

        static func < (left: ShowingKey, right: ShowingKey) -> Bool {
            (left.app, left.unit, left.bucket) == (right.app, right.unit, right.bucket)
                ? left.subject < right.subject
                : (left.app, left.unit, left.bucket) < (right.app, right.unit, right.bucket)
        }
    }

    private struct DeviceShowing {
        let unit: String
        let bucket: Int64
        let number: Int
    }

    /// Showings to a device, read for all who ask together, and then kept up to date.
    private final class DeviceShowings {
        var all: [DeviceShowing] = []
    }

    /// Showings to everybody at a place: counted once, and then kept up to date.
    private final class PlaceShowings {
        var counts: ShowingCounts.Place

        init(_ counts: ShowingCounts.Place) { self.counts = counts }
    }

    /// What the transaction knows of an app. Objects hold what each decision changes, so that it is changed in its place.
    private final class KnownApp {
        let catalogue: PlacementCatalogue
        /// As an earlier transaction left them.
        var kept: ShowingCounts
        /// Those that this transaction looked at, by the placement's tag.
        var places: [String: PlaceShowings] = [:]
        var devices: [ExactText: DeviceShowings] = [:]

        init(_ catalogue: PlacementCatalogue, _ kept: ShowingCounts) { (self.catalogue, self.kept) = (catalogue, kept) }

        /// Showings at a place; `nil` as long as nobody has counted them.
        func showings(at tag: String) -> PlaceShowings? {
            if let known = places[tag] { return known }
            let known = kept.places[tag].map(PlaceShowings.init)
            places[tag] = known
            return known
        }
    }

    private let db: any SQLTransaction
    private let catalogues: PlacementCatalogues
    private let now: Timestamp
    private let asks: [PlacementAsk]
    private var apps: [String: KnownApp] = [:]
    /// Showings that are counted in memory, and not in the database yet.
    private var unwritten: [ShowingKey: Int] = [:]

    init(_ asks: [PlacementAsk] = [], db: any SQLTransaction, catalogues: PlacementCatalogues, now: Timestamp) {
        self.asks = asks
        self.db = db
        self.catalogues = catalogues
        self.now = now
    }

    /// Showings to everybody by app. They hold when the transaction is over.
    var everybody: [String: ShowingCounts] {
        apps.mapValues { app in
            var counts = app.kept
            for (tag, showings) in app.places { counts.places[tag] = showings.counts }
            return counts
        }
    }

    /// The verdicts of all asks, in their order.
    mutating func verdicts() throws -> [PlacementVerdict] {
        let (tests, taken) = (try testDevices(), try takenNonces())
        try noteOptIns(taken)
        let verdicts = try zip(asks, zip(tests, taken)).map { ask, state in
            let (isTest, isTaken) = state
            return PlacementVerdict(outcome: isTaken ? try outcome(ask, isTest) : .replayed, isTest: isTest)
        }
        try writeShowings()
        return verdicts
    }

    /// Which of the asks come from test devices. Hardly any group has one, which one statement for an app tells.
    private func testDevices() throws -> [Bool] {
        let apps = try Dictionary(grouping: asks, by: \.app).filter { app, asks in
            try db.isTestDevice(asks.flatMap(\.identifiers), app)
        }
        return try asks.map { try apps[$0.app] != nil && db.isTestDevice($0.identifiers, $0.app) }
    }

    /// Which of the asks take their nonces; of several with one nonce, it is the first.
    private func takenNonces() throws -> [Bool] {
        struct Nonce: Hashable {
            let app: String
            let text: ExactText
        }
        let nonces = asks.map { Nonce(app: $0.app, text: ExactText($0.nonce)) }
        let firsts = Dictionary(zip(nonces, asks.indices)) { first, _ in first }.values.sorted()
        let rows = firsts.map { place in
            [SQLValue.text(asks[place].app), .text(asks[place].nonce), asks[place].nonceEnds.sqlValue]
        }
        // A nonce that is over is a new one, also before the row is removed.
        let taken = try db.take(
            few: rows, in: "placement_nonce", ["app", "nonce", "ends"], keys: 2, where: "placement_nonce.ends <= ?",
            [now.sqlValue])
        var takes = Array(repeating: false, count: asks.count)
        for (place, isTaken) in zip(firsts, taken) { takes[place] = isTaken }
        return takes
    }

    /// Notes that installs which once opted out have opted in again: a later opt-out forgets them again. In one order, so
    /// that two servers hardly ever wait for each other's rows.
    /// - Parameter taken: which of the asks took their nonces. A copy of a request says nothing about the device today.
    private func noteOptIns(_ taken: [Bool]) throws {
        for app in Set(asks.map(\.app)).sorted() {
            // An app of which nobody has opted out needs no hashes.
            guard try db.row("SELECT 1 AS one FROM placement_opt_out WHERE app = ? LIMIT 1", [app]) != nil else {
                continue
            }
            let installs = zip(asks, taken).compactMap { ask, isTaken in
                isTaken && ask.app == app ? ask.install : nil
            }
            guard !installs.isEmpty else { continue }
            let asked = SQLList(installs.map { RandomToken.hash($0) }.sorted())
            try db.execute(
                """
                UPDATE placement_opt_out SET is_over = ?
                WHERE app = ? AND is_over = ? AND install_hash IN (\(asked.parameters))
                """, [true, app, false] + asked.values)
        }
    }

    private mutating func outcome(_ ask: PlacementAsk, _ isTest: Bool) throws -> PlacementVerdict.Outcome {
        switch ask.purpose {
        case .offer(let tag, let unit):
            return .offer(
                hasPlacement: try tag.map { try place($0, ask.app) != nil } ?? false,
                hasUnit: try state(of: ask.app).catalogue.units[unit] != nil)
        case .nothing: return .accepted
        case .session(let known, let new):
            let token = try session(ask, known: known, new: new)
            return .session(token: token, kinds: try state(of: ask.app).catalogue.kinds)
        case .badge(let tag):
            guard let place = try place(tag, ask.app) else { return .unknownPlacement }
            return .badge(try hasOpened(tag, place.badge, ask) ? "" : place.badge)
        case .unit(let tag, var request, let skipped, let hidden, let seed):
            guard let place = try place(tag, ask.app) else { return .unknownPlacement }
            request.isTest = isTest
            let emptied = place.emptied(hiding: hidden)
            let skipping = emptied.isEmpty ? skipped : skipped.union(emptied)
            let counters = try prepare(
                &request, tag, place, install: ask.install, buyer: ask.install, app: ask.app)
            var reasons: PlacementVerdict.Reasons?
            if isTest || ask.explains {
                reasons = PlacementVerdict.Reasons(
                    decision: Decisioning.decide(
                        request, catalogue: place.catalogue, skipping: skipping, counters: counters, now: now.date,
                        seed: seed),
                    skipped: place.catalogue.candidates.map(\.id).filter(skipped.contains),
                    emptied: place.catalogue.candidates.map(\.id).filter(emptied.contains))
            }
            let chosen =
                reasons.map { $0.decision.chosen }
                ?? choose(
                    request, catalogue: place.catalogue, skipping: skipping, counters: counters, now: now.date,
                    seed: seed)
            let unit = try chosen.flatMap { try state(of: ask.app).catalogue.units[$0] }
            // What a test device sees uses up no cap.
            if !isTest, let unit { try countShowing(of: unit, ask) }
            return .unit(unit, badge: place.badge, reasons)
        }
    }

    /// The decision for a device that asks for a placement; nothing is counted. `nil` for an unknown placement.
    mutating func explain(
        _ tag: String, _ request: DecisionRequest, install: String?, app: String
    ) throws -> PlacementVerdict.Reasons? {
        guard let place = try place(tag, app) else { return nil }
        var request = request
        // Without an install it is a new one: nobody has the empty id, and so it bought nothing.
        let counters = try prepare(&request, tag, place, install: install, buyer: install ?? "", app: app)
        let emptied = place.emptied(hiding: [])
        return PlacementVerdict.Reasons(
            decision: Decisioning.decide(
                request, catalogue: place.catalogue, skipping: Set(emptied), counters: counters, now: now.date,
                seed: PlacementAsk.seed(install ?? "", at: tag)),
            skipped: [], emptied: place.catalogue.candidates.map(\.id).filter(emptied.contains))
    }

    /// Adds what the store knows to a request.
    /// - Returns: the showings that the caps of the place count.
    private mutating func prepare(
        _ request: inout DecisionRequest, _ tag: String, _ place: PlacementCatalogue.Place, install: String?,
        buyer: String?, app: String
    ) throws -> CapCounters {
        let stored = try place.stored.values(install: buyer, customID: request.attributes["custom_id"], app: app, db)
        request.attributes.merge(stored) { _, stored in stored }
        var counters = try everybody(tag, place.catalogue, app)
        if place.countsDevices { try count(install, app, place.catalogue, &counters) }
        return counters
    }

    /// Whether the install opened a unit of the placement while its badge was the same.
    private func hasOpened(_ tag: String, _ badge: String, _ ask: PlacementAsk) throws -> Bool {
        guard let install = ask.install, !badge.isEmpty else { return false }
        return try db.count(
            "SELECT COUNT(*) FROM placement_badge WHERE app = ? AND install = ? AND tag = ? AND badge = ?",
            [ask.app, install, tag, badge]) > 0
    }

    private mutating func state(of app: String) throws -> KnownApp {
        if let known = apps[app] { return known }
        var (catalogue, counts) = try catalogues.latest(of: app, db)
        let second = second
        counts.places = counts.places.filter { $1.seconds.contains(second) }
        let known = KnownApp(catalogue, counts)
        apps[app] = known
        return known
    }

    private mutating func place(_ tag: String, _ app: String) throws -> PlacementCatalogue.Place? {
        // Unicode's equality joins different texts; tags are ASCII.
        guard PlacementRecord.isTag(tag) else { return nil }
        return try state(of: app).catalogue.places[tag]
    }

    private func session(_ ask: PlacementAsk, known: String, new: String) throws -> String {
        // Nothing is stored of a device that opted out: each open gives it another token.
        guard let install = ask.install else { return new }
        if !known.isEmpty {
            let changed = try db.execute(
                "UPDATE placement_session SET seen = ? WHERE app = ? AND token_hash = ? AND install = ?",
                [now, ask.app, RandomToken.hash(known), install])
            if changed == 1 { return known }
        }
        // A device without another id is known by its token: another one would make it another device at each open.
        let hasOther = ExactText(known) != ExactText(install)
        for token in hasOther ? [new] : [known, new] {
            let added = try db.execute(
                """
                INSERT INTO placement_session (app, token_hash, install, seen) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, token_hash) DO NOTHING
                """, [ask.app, RandomToken.hash(token), hasOther ? install : token, now])
            if added == 1 { return token }
        }
        return new
    }

    /// Counts the showings to an install.
    private mutating func count(
        _ install: String?, _ app: String, _ catalogue: Catalogue, _ counters: inout CapCounters
    ) throws {
        guard let install else {
            // Nothing is stored of a device that opted out, so its showings cannot be counted.
            for place in catalogue.candidates.indices {
                counters.update(place, of: catalogue) { cap, count in if cap.scope == .subject { count = .max } }
            }
            return
        }
        for showing in try showings(to: install, app) {
            guard let place = catalogue.place(of: showing.unit) else { continue }
            counters.update(place, of: catalogue) { cap, count in
                guard cap.scope == .subject else { return }
                let first = first(cap)
                if first == 0 ? showing.bucket == 0 : showing.bucket >= first { count += showing.number }
            }
        }
    }

    private mutating func showings(to install: String, _ app: String) throws -> [DeviceShowing] {
        let known = try state(of: app)
        if let showings = known.devices[ExactText(install)] { return showings.all }
        try writeShowings()
        let installs = asks.filter { ask in
            if case .unit = ask.purpose { ask.app == app } else { false }
        }.compactMap(\.install)
        let asked = SQLList([install] + installs)
        for install in asked.values { known.devices[ExactText(install)] = DeviceShowings() }
        let rows = try db.rows(
            """
            SELECT subject, unit, bucket, number FROM placement_showing
            WHERE app = ? AND subject IN (\(asked.parameters))
            """, [app] + asked.values)
        for row in rows {
            let showing = DeviceShowing(unit: try row["unit"], bucket: try row["bucket"], number: try row["number"])
            known.devices[ExactText(try row["subject"])]?.all.append(showing)
        }
        return known.devices[ExactText(install)]?.all ?? []
    }

    private mutating func everybody(_ tag: String, _ catalogue: Catalogue, _ app: String) throws -> CapCounters {
        let known = try state(of: app)
        if let showings = known.showings(at: tag) { return showings.counts.counters }
        try writeShowings()
        var units: [Int64: [String]] = [:]
        for candidate in catalogue.candidates {
            for bucket in Set(candidate.caps.filter { $0.scope == .everybody }.map(first)) {
                units[bucket, default: []].append(candidate.id)
            }
        }
        var counts: [Int64: [String: Int]] = [:]
        for (bucket, units) in units { counts[bucket] = try showings(of: units, since: bucket, app: app) }
        let counters = CapCounters(catalogue) { candidate, cap in
            cap.scope == .everybody ? counts[first(cap)]?[candidate.id] ?? 0 : 0
        }
        let counted = ShowingCounts.Place(
            counters, at: second, countsAllTime: units.keys.allSatisfy { $0 == 0 })
        known.places[tag] = PlaceShowings(counted)
        return counters
    }

    /// Showings to everybody by unit.
    private func showings(of units: [String], since bucket: Int64, app: String) throws -> [String: Int] {
        let asked = SQLList(units)
        let rows = try db.rows(
            """
            SELECT unit, CAST(SUM(number) AS BIGINT) AS total FROM placement_showing
            WHERE app = ? AND subject = '' AND unit IN (\(asked.parameters))
            AND bucket \(bucket == 0 ? "=" : ">=") ? GROUP BY unit
            """, [app] + asked.values + [bucket])
        return Dictionary(try rows.map { (try $0["unit"], try $0["total"]) }) { first, _ in first }
    }

    /// The first bucket that a cap counts, rounded down so that no showing is missed; 0 for all time.
    private func first(_ cap: Cap) -> Int64 {
        guard case .seconds(let seconds) = cap.window else { return 0 }
        let start = second - Int64(seconds)
        return max(1, cap.scope == .subject ? start : start / 60 * 60)
    }

    private var second: Int64 { now.milliseconds / 1000 }

    /// Counts for the caps that the unit has now.
    private mutating func countShowing(of unit: ContentUnitRecord, _ ask: PlacementAsk) throws {
        let known = try state(of: ask.app)
        let install = ask.install.map { ExactText($0) }
        var keys: [ShowingKey] = []
        keys.reserveCapacity(2)
        func add(_ subject: ExactText, _ bucket: Int64) {
            let key = ShowingKey(app: ask.app, unit: unit.id, bucket: bucket, subject: subject)
            if !keys.contains(key) { keys.append(key) }
        }
        for cap in unit.rules.caps ?? [] {
            switch (cap.scope, cap.seconds) {
            case (.everybody, nil): add("", 0)
            case (.everybody, _): add("", second / 60 * 60)
            case (.device, let seconds): if let install { add(install, seconds == nil ? 0 : second) }
            }
        }
        for key in keys {
            unwritten[key, default: 0] += 1
            known.devices[key.subject]?.all.append(DeviceShowing(unit: unit.id, bucket: key.bucket, number: 1))
        }
        for (tag, place) in known.catalogue.places {
            guard let candidate = place.catalogue.place(of: unit.id), let showings = known.showings(at: tag) else {
                continue
            }
            showings.counts.counters.update(candidate, of: place.catalogue) { cap, count in
                if cap.scope == .everybody { count += 1 }
            }
        }
    }

    /// In one order, so that two servers hardly ever wait for each other's rows.
    private mutating func writeShowings() throws {
        let counted = db.engine == .sqlite ? unwritten.keys.filter { $0.subject.text.isEmpty } : []
        for app in Set(counted.map(\.app)).sorted() {
            try db.execute("UPDATE placement_catalogue SET showings = showings + 1 WHERE app = ?", [app])
            apps[app]?.kept.showings += 1
        }
        let rows = unwritten.sorted { $0.key < $1.key }.map { key, number in
            [
                SQLValue.text(key.app), .text(key.subject.text), .text(key.unit),
                .integer(key.bucket), .integer(Int64(number)),
            ]
        }
        try db.insert(
            few: rows, into: "placement_showing", ["app", "subject", "unit", "bucket", "number"],
            otherwise: """
                ON CONFLICT (app, subject, unit, bucket) DO UPDATE
                SET number = placement_showing.number + excluded.number
                """)
        unwritten = [:]
    }
}
