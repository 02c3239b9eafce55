import MarqueeWire

struct SQLSavedQuestionStore: SavedQuestionStore {
    let database: PlatformDatabase

    func questions(app: String, kind: SavedQuestion.Kind) async throws(StoreError) -> [SavedQuestion] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM saved_question WHERE app = ? AND kind = ? ORDER BY name", [app, kind.rawValue]
            ).map(Self.record)
        }
    }

    func question(_ id: String, app: String) async throws(StoreError) -> SavedQuestion {
        try await database.read { try Self.existing(id, app, $0) }
    }

    func save(_ question: String, as name: String, kind: SavedQuestion.Kind, app: String, by who: String)
        async throws(StoreError) -> SavedQuestion
    {
        guard (1...200).contains(name.utf8.count), !name.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a name has 1 to 200 bytes and no characters that cannot be seen")
        }
        guard (1...SavedQuestion.maximumSize).contains(question.utf8.count), !question.utf8.contains(0) else {
            throw StoreError(.invalid, "a question has 1 to \(SavedQuestion.maximumSize) bytes")
        }
        let now = database.now()
        let record = SavedQuestion(
            id: TimedID.make(at: now), app: app, kind: kind, name: name, question: question, madeBy: who, created: now)
        try await database.write { db in
            let count = try db.count(
                "SELECT COUNT(*) FROM saved_question WHERE app = ? AND kind = ?", [app, kind.rawValue])
            guard count < SavedQuestion.most else {
                throw StoreError(.invalid, "an app keeps at most \(SavedQuestion.most) questions of one kind")
            }
            let added = try db.execute(
                """
                INSERT INTO saved_question (id, app, kind, name, question, made_by, created)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (app, kind, name) DO NOTHING
                """, [record.id, app, kind.rawValue, name, question, who, now])
            guard added == 1 else {
                throw StoreError(.alreadyExists, "there is a \(kind.rawValue) \"\(name)\" already")
            }
            try db.audit("\(kind.rawValue).save", name, app: app, by: who, at: now)
        }
        return record
    }

    func remove(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let question = try Self.existing(id, app, db)
            try db.execute("DELETE FROM saved_question WHERE app = ? AND id = ?", [app, id])
            try db.audit("\(question.kind.rawValue).remove", question.name, app: app, by: who, at: now)
        }
    }

    private static func existing(_ id: String, _ app: String, _ db: any SQLTransaction) throws -> SavedQuestion {
        guard let row = try db.row("SELECT * FROM saved_question WHERE app = ? AND id = ?", [app, id]) else {
            throw StoreError(.notFound, "there is no saved question \(id.prefix(40))")
        }
        return try record(row)
    }

    private static func record(_ row: SQLRow) throws -> SavedQuestion {
        guard let kind = SavedQuestion.Kind(rawValue: try row["kind"]) else {
            throw StoreError(.damaged, "a saved question is of an unknown kind")
        }
        return try SavedQuestion(
            id: row["id"], app: row["app"], kind: kind, name: row["name"], question: row["question"],
            madeBy: row["made_by"], created: row["created"])
    }
}
