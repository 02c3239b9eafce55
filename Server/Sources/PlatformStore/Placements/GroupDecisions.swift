import Decisioning
import MarqueeWire
import Secrets

/// The decisions of one transaction, one after another: each sees the showings of those before it.
struct GroupDecisions {
    /// Showings of a unit to everybody since a minute.
    private struct Since: Hashable {
        let app: String
        let unit: String
        let bucket: Int64
    }

    let db: any SQLTransaction
    let catalogues: PlacementCatalogues
    let now: Timestamp
    private var read: [String: PlacementCatalogue] = [:]
    /// Counted once for the group, and then kept up to date.
    private var everybody: [Since: Int] = [:]

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
            let candidates = place.candidates.filter { !skipping.contains($0.id) }
            let decision = try decision(
                among: candidates, of: place, request, install: ask.install, app: ask.app, seed: seed)
            let unit = try decision.chosen.flatMap { try catalogue(ask.app).units[$0] }
            // What a test device sees uses up no cap.
            if !isTest, let unit { try countShowing(of: unit, ask) }
            let skipped = place.candidates.map(\.id).filter(skipping.contains)
            return .unit(unit, decision, skipped: skipped)
        }
    }

    /// The decision for a device that asks for a placement; nothing is counted. `nil` for an unknown placement.
    mutating func explain(_ tag: String, _ request: DecisionRequest, install: String?, app: String) throws -> Decision?
    {
        guard let place = try place(tag, app) else { return nil }
        return try decision(
            among: place.candidates, of: place, request, install: install, app: app,
            seed: PlacementAsk.seed(install ?? ""))
    }

    private mutating func decision(
        among candidates: [Candidate], of place: PlacementCatalogue.Place, _ request: DecisionRequest, install: String?,
        app: String, seed: UInt64
    ) throws -> Decision {
        var request = request
        let stored = try place.stored.values(
            install: install, customID: request.attributes["custom_id"], app: app, db)
        request.attributes.merge(stored) { _, stored in stored }
        let counters = try counters(of: candidates, install: install, app: app, place)
        return Decisioning.decide(request, catalogue: candidates, counters: counters, now: now.date, seed: seed)
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

    private mutating func counters(
        of candidates: [Candidate], install: String?, app: String, _ place: PlacementCatalogue.Place
    ) throws -> CapCounters {
        var rows: [String: [(bucket: Int64, number: Int)]] = [:]
        if place.countsDevices, let install {
            for row in try db.rows(
                "SELECT unit, bucket, number FROM placement_showing WHERE app = ? AND subject = ?", [app, install])
            {
                rows[try row["unit"], default: []].append((try row["bucket"], try row["number"]))
            }
        }
        var counts: [CapCounters.Key: Int] = [:]
        for candidate in candidates {
            for cap in candidate.caps {
                let bucket = first(cap)
                let count: Int
                switch cap.scope {
                case .everybody: count = try everybody(app, candidate.id, since: bucket)
                case .subject where install == nil:
                    // Nothing is stored of a device that opted out, so its showings cannot be counted.
                    count = .max
                case .subject:
                    count = (rows[candidate.id] ?? [])
                        .filter { bucket == 0 ? $0.bucket == 0 : $0.bucket >= bucket }
                        .reduce(0) { $0 + $1.number }
                }
                counts[CapCounters.Key(candidate.id, cap)] = count
            }
        }
        return CapCounters(counts)
    }

    /// The first bucket that a cap counts, rounded down so that no showing is missed; 0 for all time.
    private func first(_ cap: Cap) -> Int64 {
        guard case .seconds(let seconds) = cap.window else { return 0 }
        let start = second - Int64(seconds)
        return max(1, cap.scope == .subject ? start : start / 60 * 60)
    }

    private var second: Int64 { now.milliseconds / 1000 }

    private mutating func everybody(_ app: String, _ unit: String, since bucket: Int64) throws -> Int {
        let key = Since(app: app, unit: unit, bucket: bucket)
        if let known = everybody[key] { return known }
        let condition = bucket == 0 ? "bucket = ?" : "bucket >= ?"
        let sql = "SELECT number FROM placement_showing WHERE app = ? AND subject = '' AND unit = ? AND \(condition)"
        let numbers: [Int] = try db.column(sql, [app, unit, bucket])
        let count = numbers.reduce(0, +)
        everybody[key] = count
        return count
    }

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
        for row in rows {
            try db.execute(
                """
                INSERT INTO placement_showing (app, subject, unit, bucket, number) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT (app, subject, unit, bucket) DO UPDATE SET number = placement_showing.number + 1
                """, [ask.app, row[0], unit.id, row[1]])
        }
        for key in everybody.keys where key.app == ask.app && key.unit == unit.id { everybody[key, default: 0] += 1 }
    }
}
