import Foundation
import MarqueeWire

struct SQLJobStore: JobStore {
    static let part = 256 << 10
    static let longestFile = 64 << 20
    /// How long ended jobs and files are kept: they are full of personal data.
    static let retention = Duration.seconds(30 * 86_400)
    static let calculationPeriod = Duration.seconds(12 * 3600)
    /// Jobs of an app that wait or run.
    static let mostOpenJobs = 100
    /// Jobs of an app that are kept when they have ended.
    static let mostEndedJobs = 5_000
    /// Files of an app, and their bytes together.
    static let mostFiles = 2_000
    static let mostFileBytes = 1 << 30
    /// Columns of a file, and of an export.
    static let mostColumns = 500

    let database: PlatformDatabase
    let recipients: SQLRecipientStore
    let jobNumbers: NumberBlocks
    let tidying = Housekeeping()

    init(database: PlatformDatabase, recipients: SQLRecipientStore) {
        self.database = database
        self.recipients = recipients
        jobNumbers = NumberBlocks("job", in: database)
    }

    func storeFile(_ content: JobFileContent, name: String, app: String, by who: String) async throws(StoreError)
        -> JobFile
    {
        try ListRules.check(name: name)
        guard !name.contains("/") else { throw StoreError(.nameNotValid, "a file's name holds no slash") }
        guard content.length <= Self.longestFile else { throw StoreError(.invalid, "a file has at most 64 MiB") }
        let now = database.now()
        return try await database.write { db in
            try db.requireApp(app)
            try db.requireUnused(name, app: app)
            try db.execute("DELETE FROM job_file WHERE app = ? AND name = ?", [app, name])
            try db.requireRoom(for: content.length, files: 1, app: app)
            try db.createFile(name, app: app, at: now)
            for start in stride(from: 0, to: content.length, by: Self.part) {
                try db.append(
                    try content.read(start, min(Self.part, content.length - start)), to: name, app: app, at: start)
            }
            try db.audit("job.file", name, detail: "\(content.length) bytes", app: app, by: who, at: now)
            return JobFile(name: name, length: content.length, stored: now)
        }
    }

    func files(app: String) async throws(StoreError) -> [JobFile] {
        try await database.read { db in
            try db.rows("SELECT * FROM job_file WHERE app = ? ORDER BY name", [app]).map {
                try JobFile(name: $0["name"], length: $0["length"], stored: $0["stored"])
            }
        }
    }

    func read(_ name: String, app: String, from offset: Int) async throws(StoreError) -> Data {
        try await database.read { try $0.filePart(name, app: app, from: offset) }
    }

    func removeFile(_ name: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.requireUnused(name, app: app)
            let removed = try db.execute("DELETE FROM job_file WHERE app = ? AND name = ?", [app, name])
            guard removed == 1 else { throw StoreError.noFile(name) }
            try db.audit("job.file.remove", name, app: app, by: who, at: now)
        }
    }

    func create(_ work: JobWork, app: String, by who: String) async throws(StoreError) -> JobRecord {
        let (id, now) = (try await jobNumbers.next(), database.now())
        let named = work.isExport ? work.writing(to: "export-\(id).csv") : work
        return try await database.write { db in
            try db.check(named, app: app, at: now)
            let named = try db.withColumns(named, app: app)
            let open = try db.count("SELECT COUNT(*) FROM job WHERE app = ? AND ended IS NULL", [app])
            guard open < Self.mostOpenJobs else {
                throw StoreError(.tooMany, "\(open) jobs wait already: begin another one when some of them are done")
            }
            let text = try StoredJSON.text(named)
            try db.execute(
                """
                INSERT INTO job (id, app, work, state, done, added, changed, refused, position, made_by, created, lease,
                worker) VALUES (?, ?, ?, ?, 0, 0, 0, 0, '', ?, ?, 0, '')
                """, [id, app, text, JobRecord.State.waiting.rawValue, who, now])
            try db.audit("job.create", "\(id)", detail: named.summary, app: app, by: who, at: now)
            return try db.job(id, app: app)
        }
    }

    func jobs(app: String, limit: Int) async throws(StoreError) -> [JobRecord] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM job WHERE app = ? ORDER BY id DESC LIMIT ?", [app, min(max(limit, 1), 1000)]
            ).map { try JobRecord(row: $0) }
        }
    }

    func job(_ id: Int64, app: String) async throws(StoreError) -> JobRecord {
        try await database.read { try $0.job(id, app: app) }
    }

    func refusals(of job: Int64, app: String) async throws(StoreError) -> [JobRefusal] {
        try await database.read { db in
            _ = try db.job(job, app: app)
            return try db.rows("SELECT number, reason FROM job_refusal WHERE job = ? ORDER BY number", [job]).map {
                try JobRefusal(row: $0["number"], reason: $0["reason"])
            }
        }
    }

    func remove(_ job: Int64, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let record = try db.job(job, app: app)
            try db.execute("DELETE FROM job WHERE id = ?", [job])
            try db.audit("job.remove", "\(job)", detail: record.work.summary, app: app, by: who, at: now)
        }
    }
}

extension StoreError {
    static func noFile(_ name: String) -> StoreError {
        StoreError(.noFile, "there is no file \"\(name.prefix(80))\"")
    }
}

extension JobRecord {
    init(row: SQLRow) throws {
        try self.init(
            id: row["id"], app: row["app"], work: row.json("work", as: JobWork.self),
            state: State(rawValue: row["state"]) ?? .failed, done: row["done"], added: row["added"],
            changed: row["changed"], refused: row["refused"], position: row["position"], failure: row["failure"],
            madeBy: row["made_by"], created: row["created"], ended: row["ended"])
    }
}

extension JobWork {
    /// For the audit log.
    fileprivate var summary: String {
        switch self {
        case .importList(let list, let file, _, _, _): "import of \(file) into \(list)"
        case .importTable(let table, let file, _, _): "import of \(file) into \(table)"
        case .exportList(let list, _, _): "export of \(list)"
        case .exportTable(let table, _): "export of \(table)"
        case .calculateQuery(let query): "count of \(query)"
        case .setColumn(let list, let column, _): "\(column) of \(list)"
        }
    }
}

extension SQLTransaction {
    func job(_ id: Int64, app: String) throws -> JobRecord {
        guard let row = try row("SELECT * FROM job WHERE id = ? AND app = ?", [id, app]) else {
            throw StoreError(.noJob, "there is no job \(id)")
        }
        return try JobRecord(row: row)
    }

    /// An export of all columns names them, so that one that is added while it runs does not shift the file.
    fileprivate func withColumns(_ work: JobWork, app: String) throws -> JobWork {
        guard case .exportList(let id, let file, let columns) = work, columns.isEmpty else { return work }
        let parent: Int64? = try listEntry(id, app: app, [.database, .contacts, .query])["parent"]
        let list = try recipientList(parent ?? id, app: app)
        return .exportList(list: id, file: file, columns: list.columns.map(\.name))
    }

    /// Refuses work that would fail, so that the caller gets the error at once and not from the job.
    fileprivate func check(_ work: JobWork, app: String, at now: Timestamp) throws {
        switch work {
        case .importList(let id, let file, let columns, _, _):
            let list = try recipientList(id, app: app)
            try requireColumns(columns, of: list.columns, named: list.name)
            _ = try fileLength(file, app: app)
        case .importTable(let id, let file, let columns, _):
            let table = try relationalTable(id, app: app)
            try requireColumns(columns, of: table.columns, named: table.name)
            _ = try fileLength(file, app: app)
        case .exportList(let id, _, let columns):
            let parent: Int64? = try listEntry(id, app: app, [.database, .contacts, .query])["parent"]
            let list = try recipientList(parent ?? id, app: app)
            try requireColumns(columns, of: list.columns, named: list.name)
        case .exportTable(let table, _): _ = try relationalTable(table, app: app)
        case .calculateQuery(let query): try checkCalculation(of: query, app: app, at: now)
        case .setColumn(let id, let name, let value):
            let list = try recipientList(id, app: app)
            guard let column = list.column(name) else { throw StoreError.noColumn(name, of: list.name) }
            guard column.lookup != .unique else {
                throw StoreError(.keyInUse, "recipients cannot have one value in the unique column \"\(name)\"")
            }
            _ = try ColumnValue.normalised(value, for: column)
        }
    }

    /// - Throws: `tooMany`, `noColumn`.
    private func requireColumns(_ names: [String?], of columns: [ListColumn], named list: String) throws(StoreError) {
        guard names.count <= SQLJobStore.mostColumns else {
            throw StoreError(.tooMany, "a file has at most \(SQLJobStore.mostColumns) columns, not \(names.count)")
        }
        try ColumnNames(columns).require(names.compactMap(\.self), of: list)
    }

    private func checkCalculation(of id: Int64, app: String, at now: Timestamp) throws {
        let query = try recipientQuery(id, app: app)
        let text = try StoredJSON.text(JobWork.calculateQuery(query: id))
        let open = try count("SELECT COUNT(*) FROM job WHERE app = ? AND work = ? AND ended IS NULL", [app, text])
        let free = query.calculated.map { $0 + SQLJobStore.calculationPeriod } ?? now
        guard open == 0, free <= now else {
            throw StoreError(
                .calculatedRecently, "a query is calculated once in 12 hours",
                retryAfter: max(free - now, .seconds(60)))
        }
    }
}
