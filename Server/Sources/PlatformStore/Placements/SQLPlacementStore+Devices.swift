import Decisioning
import MarqueeWire
import Secrets

extension SQLPlacementStore {
    private static let longestPage = 1000
    /// The rows that are about an install alone.
    private static let ownRows = [
        "placement_showing WHERE app = ? AND subject = ?", "placement_session WHERE app = ? AND install = ?",
        "placement_badge WHERE app = ? AND install = ?",
    ]
    /// Those that name it, and stay without its name.
    private static let namingRows = [
        "form_answer WHERE app = ? AND install = ?", "purchase WHERE app = ? AND install = ?",
    ]

    func isForgotten(install: String, app: String) async throws(StoreError) -> Bool {
        try await database.read { db in
            let isNoted = try db.count(
                "SELECT COUNT(*) FROM placement_opt_out WHERE app = ? AND install_hash = ? AND is_over = ?",
                [app, RandomToken.hash(install), false])
            guard isNoted > 0 else { return false }
            // What was under way when the install was forgotten may have left its name behind. The requests of test
            // devices go after a day, and are not looked through for each request of a device that opted out.
            return try (Self.ownRows + Self.namingRows).allSatisfy {
                try db.count("SELECT COUNT(*) FROM \($0)", [app, install]) == 0
            }
        }
    }

    func forget(install: String, app: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try Self.forget(install, app, db)
            try db.execute(
                """
                INSERT INTO placement_opt_out (app, install_hash, time, is_over) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, install_hash) DO UPDATE SET time = excluded.time, is_over = excluded.is_over
                """, [app, RandomToken.hash(install), now, false])
            try db.execute(
                "INSERT INTO placement_erasure (id, app, install) VALUES (?, ?, ?)",
                [TimedID.make(at: now), app, install])
            // Each as one of an unknown install, as those that are reported after an opt-out.
            try db.execute(
                "UPDATE purchase SET install = ? || id, offer_receipt = NULL WHERE app = ? AND install = ?",
                [TrackedPurchase.optedOut, app, install])
        }
    }

    func optOuts(after place: String?, before moment: Timestamp, limit: Int) async throws(StoreError)
        -> [PlacementOptOut]
    {
        let place = past(place)
        return try await database.read { db in
            try db.rows(
                "SELECT * FROM placement_erasure WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
                [place ?? "", TimedID.beginning(at: moment), min(max(limit, 1), Self.longestPage)]
            ).map { try PlacementOptOut(place: $0["id"], app: $0["app"], install: $0["install"]) }
        }
    }

    func removeOptOuts(through place: String) async throws(StoreError) {
        guard let place = past(place) else { return }
        try await database.write { try $0.execute("DELETE FROM placement_erasure WHERE id <= ?", [place]) }
    }

    /// The place, unless a clock that ran ahead made it.
    private func past(_ place: String?) -> String? {
        place.flatMap { $0 < TimedID.beginning(at: database.now()) ? $0 : nil }
    }

    func hasOptedOut(install: String, since moment: Timestamp, app: String) async throws(StoreError) -> Bool {
        try await database.read { db in
            try db.count(
                "SELECT COUNT(*) FROM placement_opt_out WHERE app = ? AND install_hash = ? AND time >= ?",
                [app, RandomToken.hash(install), moment]) > 0
        }
    }

    private static func forget(_ install: String, _ app: String, _ db: any SQLTransaction) throws {
        for rows in ownRows { try db.execute("DELETE FROM \(rows)", [app, install]) }
        // Events of the request may name the install, and a nonce as it was sent leads to them: earlier versions of this
        // server stored it so.
        try db.execute(
            """
            UPDATE form_answer SET install = NULL, nonce = CASE WHEN nonce LIKE ? THEN nonce END
            WHERE app = ? AND install = ?
            """, [FormSubmission.marks + "%", app, install])
        try db.execute("DELETE FROM placement_request WHERE app = ? AND install = ?", [app, install])
    }

    func explain(
        _ tag: String, _ request: DecisionRequest, install: String?, at moment: Timestamp?, app: String
    ) async throws(StoreError) -> PlacementVerdict.Reasons? {
        let now = moment ?? database.now()
        return try await database.read { [catalogues] db in
            var decisions = GroupDecisions(db: db, catalogues: catalogues, now: now)
            return try decisions.explain(tag, request, install: install, app: app)
        }
    }

    func noteOpened(_ tag: String, badge: String, install: String, app: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard !badge.isEmpty, try db.placement(tag, app)?.badge == badge else { return }
            try db.execute(
                """
                INSERT INTO placement_badge (app, install, tag, badge, seen) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (app, install, tag) DO UPDATE SET badge = excluded.badge, seen = excluded.seen
                """, [app, install, tag, badge, now])
        }
    }

    func traces(install: String, app: String) async throws(StoreError) -> PlacementTraces {
        try await database.read { db in
            try PlacementTraces(
                showings: db.rows(
                    """
                    SELECT unit, bucket, number FROM placement_showing WHERE app = ? AND subject = ?
                    ORDER BY unit, bucket LIMIT ?
                    """, [app, install, PlacementTraces.most]
                ).map { try .init(unit: $0["unit"], second: $0["bucket"], number: $0["number"]) },
                sessions: db.column(
                    "SELECT seen FROM placement_session WHERE app = ? AND install = ? ORDER BY seen LIMIT ?",
                    [app, install, PlacementTraces.most]),
                forms: db.rows(
                    "SELECT * FROM form_answer WHERE app = ? AND install = ? ORDER BY id LIMIT ?",
                    [app, install, PlacementTraces.most]
                ).map(FormAnswerRecord.init(row:)),
                badges: db.rows(
                    "SELECT tag, badge, seen FROM placement_badge WHERE app = ? AND install = ? ORDER BY tag LIMIT ?",
                    [app, install, PlacementTraces.most]
                ).map { try .init(placement: $0["tag"], badge: $0["badge"], seen: $0["seen"]) })
        }
    }

    func erase(install: String, app: String) async throws(StoreError) -> Int {
        try await database.write { db in
            let forms = try db.execute("DELETE FROM form_answer WHERE app = ? AND install = ?", [app, install])
            try Self.forget(install, app, db)
            return forms
        }
    }

    func store(_ form: FormSubmission, app: String) async throws(StoreError) -> Bool {
        let now = database.now()
        return try await database.write { db in
            guard let record = try db.contentUnit(form.unit, app), record.kind == .form else {
                throw StoreError(.notFound, "there is no form \(form.unit.prefix(80))")
            }
            let known = form.questions ?? Set(record.document.fieldIDs)
            let text = try StoredJSON.text(form.answers)
            guard !form.answers.isEmpty, Set(form.answers.keys).isSubset(of: known),
                !form.answers.values.contains(where: { $0.utf8.contains(0) }),
                text.utf8.count <= FormAnswerRecord.maximumSize
            else {
                throw StoreError(
                    .invalid,
                    "answers belong to questions of the form, and have at most \(FormAnswerRecord.maximumSize) bytes")
            }
            // Earlier versions of this server stored the nonce itself.
            let isKnown =
                try db.count(
                    "SELECT COUNT(*) FROM form_answer WHERE app = ? AND nonce = ?", [app, form.nonce]) > 0
            let added =
                isKnown
                ? 0
                : try db.execute(
                    """
                    INSERT INTO form_answer (id, app, unit, install, answers, time, nonce) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (app, nonce) DO NOTHING
                    """, [TimedID.make(at: now), app, form.unit, form.install, text, now, form.mark])
            guard added == 0 else { return true }
            // Sent again, because the answer to the first time was lost.
            return try db.count(
                "SELECT COUNT(*) FROM form_answer WHERE app = ? AND nonce IN (?, ?) AND answers = ?",
                [app, form.mark, form.nonce, text]) > 0
        }
    }

    func answers(unit: String, app: String, after: String?, limit: Int) async throws(StoreError) -> [FormAnswerRecord] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM form_answer WHERE app = ? AND unit = ? AND id > ? ORDER BY id LIMIT ?",
                [app, unit, after ?? "", min(max(limit, 1), Self.longestPage)]
            ).map(FormAnswerRecord.init(row:))
        }
    }
}

extension FormAnswerRecord {
    fileprivate init(row: SQLRow) throws {
        try self.init(
            id: row["id"], unit: row["unit"], install: row["install"],
            answers: row.json("answers", as: [String: String].self), time: row["time"])
    }
}
