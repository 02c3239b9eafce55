import Decisioning
import MarqueeWire
import Secrets

/// The decisions of one transaction, one after another: each sees the showings of those before it.
struct GroupDecisions {
    private struct PlaceKey: Hashable {
        let app: String
        let tag: String
    }

    let db: any SQLTransaction
    let catalogues: PlacementCatalogues
    let now: Timestamp
    private var read: [String: PlacementCatalogue] = [:]
    /// Showings to everybody in the caps of a place: counted once for the group, and then kept up to date.
    private var everybody: [PlaceKey: (catalogue: Catalogue, counters: CapCounters)] = [:]

    init(db: any SQLTransaction, catalogues: PlacementCatalogues, now: Timestamp) {
        self.db = db
        self.catalogues = catalogues
        self.now = now
    }

    mutating func decide(_ ask: PlacementAsk) throws -> PlacementVerdict {
        let isTest = try db.isTestDevice(ask.identifiers, ask.app)
        // A nonce that is over is a new one, also before the row is removed.
        let taken = try db.execute(
            """
            INSERT INTO placement_nonce (app, nonce, ends) VALUES (?, ?, ?)
            ON CONFLICT (app, nonce) DO UPDATE SET ends = excluded.ends WHERE placement_nonce.ends <= ?
            """, [ask.app, ask.nonce, ask.nonceEnds, now])
        guard taken == 1 else { return PlacementVerdict(outcome: .replayed, isTest: isTest) }
        return PlacementVerdict(outcome: try outcome(ask, isTest), isTest: isTest)
    }

    private mutating func outcome(_ ask: PlacementAsk, _ isTest: Bool) throws -> PlacementVerdict.Outcome {
        switch ask.purpose {
        case .nothing: return .accepted
        case .session(let known, let new):
            let token = try session(ask, known: known, new: new)
            return .session(token: token, kinds: try catalogue(ask.app).kinds)
        case .badge(let tag):
            guard let place = try place(tag, ask.app) else { return .unknownPlacement }
            return .badge(try hasOpened(tag, place.badge, ask) ? "" : place.badge)
        case .unit(let tag, var request, let skipping, let seed):
            guard let place = try place(tag, ask.app) else { return .unknownPlacement }
            request.isTest = isTest
            let decision = try decision(
                PlaceKey(app: ask.app, tag: tag), place, request, skipping: skipping, install: ask.install, seed: seed)
            let unit = try decision.chosen.flatMap { try catalogue(ask.app).units[$0] }
            // What a test device sees uses up no cap.
            if !isTest, let unit { try countShowing(of: unit, ask) }
            let skipped =
                skipping.isEmpty ? [] : place.catalogue.candidates.map(\.id).filter(skipping.contains)
            return .unit(unit, decision, skipped: skipped)
        }
    }

    /// The decision for a device that asks for a placement; nothing is counted. `nil` for an unknown placement.
    mutating func explain(_ tag: String, _ request: DecisionRequest, install: String?, app: String) throws -> Decision?
    {
        guard let place = try place(tag, app) else { return nil }
        return try decision(
            PlaceKey(app: app, tag: tag), place, request, install: install, seed: PlacementAsk.seed(install ?? ""))
    }

    private mutating func decision(
        _ key: PlaceKey, _ place: PlacementCatalogue.Place, _ request: DecisionRequest, skipping: Set<String> = [],
        install: String?, seed: UInt64
    ) throws -> Decision {
        var request = request
        let stored = try place.stored.values(
            install: install, customID: request.attributes["custom_id"], app: key.app, db)
        request.attributes.merge(stored) { _, stored in stored }
        var counters = try everybody(key, place.catalogue)
        if place.countsDevices { try count(install, key.app, place.catalogue, &counters) }
        return Decisioning.decide(
            request, catalogue: place.catalogue, skipping: skipping, counters: counters, now: now.date, seed: seed)
    }

    /// Whether the install opened a unit of the placement while its badge was the same.
    private func hasOpened(_ tag: String, _ badge: String, _ ask: PlacementAsk) throws -> Bool {
        guard let install = ask.install, !badge.isEmpty else { return false }
        return try db.count(
            "SELECT COUNT(*) FROM placement_badge WHERE app = ? AND install = ? AND tag = ? AND badge = ?",
            [ask.app, install, tag, badge]) > 0
    }

    private mutating func catalogue(_ app: String) throws -> PlacementCatalogue {
        if let known = read[app] { return known }
        let catalogue = try catalogues.catalogue(of: app, db)
        read[app] = catalogue
        return catalogue
    }

    private mutating func place(_ tag: String, _ app: String) throws -> PlacementCatalogue.Place? {
        // Unicode's equality joins different texts; tags are ASCII.
        guard PlacementRecord.isTag(tag) else { return nil }
        return try catalogue(app).places[tag]
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
        try db.execute(
            "INSERT INTO placement_session (app, token_hash, install, seen) VALUES (?, ?, ?, ?)",
            [ask.app, RandomToken.hash(new), install, now])
        return new
    }

    /// Counts the showings to an install.
    private func count(
        _ install: String?, _ app: String, _ catalogue: Catalogue, _ counters: inout CapCounters
    ) throws {
        guard let install else {
            // Nothing is stored of a device that opted out, so its showings cannot be counted.
            for place in catalogue.candidates.indices {
                counters.update(place, of: catalogue) { cap, count in if cap.scope == .subject { count = .max } }
            }
            return
        }
        let rows = try db.rows(
            "SELECT unit, bucket, number FROM placement_showing WHERE app = ? AND subject = ?", [app, install])
        for row in rows {
            guard let place = catalogue.place(of: try row["unit"]) else { continue }
            let (bucket, number): (Int64, Int) = (try row["bucket"], try row["number"])
            counters.update(place, of: catalogue) { cap, count in
                guard cap.scope == .subject else { return }
                let first = first(cap)
                if first == 0 ? bucket == 0 : bucket >= first { count += number }
            }
        }
    }

    private mutating func everybody(_ key: PlaceKey, _ catalogue: Catalogue) throws -> CapCounters {
        if let known = everybody[key] { return known.counters }
        var units: [Int64: [String]] = [:]
        for candidate in catalogue.candidates {
            for bucket in Set(candidate.caps.filter { $0.scope == .everybody }.map(first)) {
                units[bucket, default: []].append(candidate.id)
            }
        }
        var counts: [Int64: [String: Int]] = [:]
        for (bucket, units) in units { counts[bucket] = try showings(of: units, since: bucket, app: key.app) }
        let counters = CapCounters(catalogue) { candidate, cap in
            cap.scope == .everybody ? counts[first(cap)]?[candidate.id] ?? 0 : 0
        }
        everybody[key] = (catalogue, counters)
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
        var rows: Set<[SQLValue]> = []
        for cap in unit.rules.caps ?? [] {
            switch (cap.scope, cap.seconds) {
            case (.everybody, nil): rows.insert([.text(""), .integer(0)])
            case (.everybody, _): rows.insert([.text(""), .integer(second / 60 * 60)])
            case (.device, let seconds):
                guard let install = ask.install else { continue }
                rows.insert([.text(install), .integer(seconds == nil ? 0 : second)])
            }
        }
        guard !rows.isEmpty else { return }
        try db.execute(
            """
            INSERT INTO placement_showing (app, subject, unit, bucket, number)
            VALUES \(rows.map { _ in "(?, ?, ?, ?, 1)" }.joined(separator: ", "))
            ON CONFLICT (app, subject, unit, bucket) DO UPDATE SET number = placement_showing.number + 1
            """, rows.flatMap { [ask.app, $0[0], unit.id, $0[1]] as [any SQLBindable] })
        for key in everybody.keys where key.app == ask.app {
            guard let catalogue = everybody[key]?.catalogue, let place = catalogue.place(of: unit.id) else { continue }
            everybody[key]?.counters.update(place, of: catalogue) { cap, count in
                if cap.scope == .everybody { count += 1 }
            }
        }
    }
}
