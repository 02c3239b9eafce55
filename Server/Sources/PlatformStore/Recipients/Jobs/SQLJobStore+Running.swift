import Foundation
import MarqueeWire
import Secrets

extension SQLJobStore {
    /// For how long a job belongs to the server that began it, from each step on.
    private static let lease = Duration.seconds(20)

    func runDue() async throws(StoreError) -> [JobRecord] {
        await tidy()
        try await RemovedLists(database: database).sweep()
        var ended: [JobRecord] = []
        while !Task.isCancelled, let job = try await claim() {
            if let record = try await run(job) { ended.append(record) }
        }
        return ended
    }

    private func tidy() async {
        let now = database.now()
        let old = Timestamp(milliseconds: now.milliseconds - Self.retention.milliseconds)
        await tidying.run(at: now, in: database) { db in
            try db.execute("DELETE FROM job WHERE ended <= ?", [old])
            try db.execute("DELETE FROM job_file WHERE stored <= ?", [old])
            try db.execute(
                """
                DELETE FROM job WHERE id IN (SELECT id FROM (
                    SELECT id, ROW_NUMBER() OVER (PARTITION BY app ORDER BY id DESC) AS place FROM job
                    WHERE ended IS NOT NULL) AS x WHERE place > ?)
                """, [Self.mostEndedJobs])
        }
    }

    /// Takes a job that nobody works on: of each app the oldest, and first of the app whose latest job ended first.
    func claim() async throws(StoreError) -> ClaimedJob? {
        let now = database.now()
        let candidates: [Int64] = try await database.read { db in
            try db.column(
                """
                SELECT j.id FROM job j
                WHERE j.id IN (SELECT MIN(id) FROM job WHERE ended IS NULL AND lease <= ? GROUP BY app)
                ORDER BY (SELECT COALESCE(MAX(e.ended), 0) FROM job e WHERE e.app = j.app), j.id LIMIT 100
                """, [now])
        }
        for id in candidates { if let claimed = try await claim(id, at: now) { return claimed } }
        return nil
    }

    /// - Returns: `nil` for a job that another server has taken meanwhile, or that cannot be read.
    private func claim(_ id: Int64, at now: Timestamp) async throws(StoreError) -> ClaimedJob? {
        let token = RandomToken.makeID()
        return try await database.write { db in
            // A step that takes longer than the lease holds the job's row until it is stored. SQLite has one writer anyway.
            let lock = db.engine == .postgres ? " FOR UPDATE SKIP LOCKED" : ""
            let statement = "SELECT * FROM job WHERE id = ? AND ended IS NULL AND lease <= ?\(lock)"
            guard let row = try db.row(statement, [id, now]) else { return nil }
            let job: JobRecord
            do { job = try JobRecord(row: row) } catch {
                // Nobody can read it, and it must not keep the others waiting.
                try db.execute(
                    "UPDATE job SET state = ?, failure = ?, ended = ? WHERE id = ?",
                    [JobRecord.State.failed.rawValue, "the server cannot read what the job is to do", now, id])
                return nil
            }
            try db.execute(
                "UPDATE job SET state = ?, lease = ?, worker = ? WHERE id = ?",
                [JobRecord.State.running.rawValue, now + Self.lease, token, id])
            return ClaimedJob(job: job, token: token)
        }
    }

    /// Carries out a claimed job.
    /// - Returns: `nil` for one that was removed, or that another claim has taken meanwhile.
    private func run(_ claimed: ClaimedJob) async throws(StoreError) -> JobRecord? {
        var (claimed, attempts) = (claimed, 0)
        while claimed.job.ended == nil {
            do throws(StoreError) {
                (claimed.job, attempts) = (try await step(claimed), 0)
            } catch {
                // Removed, or taken by another server: what this step did was not stored.
                if error.recipientFault == .noJob { return nil }
                // The server stops: the job waits for another one.
                if Task.isCancelled { throw error }
                switch error.code {
                case .unavailable, .diskFull: throw error
                // Somebody stored a key between this step's look and its insertion.
                case .alreadyExists where error.recipientFault == nil && attempts < 3: attempts += 1
                default: return try await fail(claimed, error)
                }
            }
        }
        return claimed.job
    }

    private func fail(_ claimed: ClaimedJob, _ error: StoreError) async throws(StoreError) -> JobRecord? {
        // The database's own words are not for clients.
        let reason = error.recipientFault == nil ? "the server failed: \(error.code.rawValue)" : error.message
        let step = JobStep(position: claimed.job.position, isLast: true, failure: reason)
        return try await database.write { [now = database.now()] db in
            try db.record(step, of: claimed, until: now + Self.lease, at: now)
        }
    }

    /// One step in one transaction, which begins by renewing the lease: a claim that was lost stores nothing, and no other
    /// claim gets the job while the transaction is open.
    /// - Parameter whenRenewed: runs in the transaction; tests wait in it.
    /// - Throws: `noJob` when the job was removed, or another claim has taken it.
    func step(
        _ claimed: ClaimedJob, whenRenewed: @escaping @Sendable () -> Void = {}
    ) async throws(StoreError) -> JobRecord {
        let work = try await prepare(claimed.job)
        return try await database.write { [now = database.now] db in
            let began = now()
            try db.renew(claimed, until: began + Self.lease)
            whenRenewed()
            let step = try work(db, began)
            let ended = now()
            return try db.record(step, of: claimed, until: ended + Self.lease, at: ended)
        }
    }

    private typealias Work = @Sendable (any SQLTransaction, Timestamp) throws -> JobStep

    /// What is read and numbered before the step's transaction.
    private func prepare(_ job: JobRecord) async throws(StoreError) -> Work {
        switch job.work {
        case .importList(let list, _, let columns, let skipsFirst, let action):
            let record = try await database.read { try $0.recipientList(list, app: job.app) }
            let rows = try await rows(
                of: job, skipsFirst: skipsFirst,
                most: FileRows.most(lookups: record.columns.count { $0.lookup != .none }))
            let ids = try await recipients.recipientNumbers.take(rows.records.count)
            return { db, now in
                let list = try db.recipientList(list, app: job.app)
                var batch = ImportBatch(list: list, columns: columns, action: action, ids: ids, now: now)
                return try batch.store(rows, db)
            }
        case .importTable(let table, _, let columns, let skipsFirst):
            let rows = try await rows(of: job, skipsFirst: skipsFirst)
            return { db, now in
                try db.importRows(rows, columns, into: try db.relationalTable(table, app: job.app), at: now)
            }
        case .exportList(let list, let file, let columns):
            // What is only read is read before the transaction that keeps other writers out.
            let page = try await database.read { try $0.exportedRecipients(of: list, columns, job) }
            return { db, now in try db.append(page, to: file, job, at: now) }
        case .exportTable(let table, let file):
            let page = try await database.read { try $0.exportedRows(of: table, job) }
            return { db, now in try db.append(page, to: file, job, at: now) }
        case .calculateQuery(let query):
            let step = try await database.read { try $0.calculate(query, job) }
            return { db, now in try db.store(step, of: query, job, at: now) }
        case .setColumn(let list, let column, let value):
            return { db, now in try db.setColumn(column, to: value, of: list, job, at: now) }
        }
    }

    /// The next rows of a job's file.
    private func rows(of job: JobRecord, skipsFirst: Bool, most: Int = FileRows.most) async throws(StoreError)
        -> FileRows
    {
        var (bytes, start) = ([UInt8](), Int(job.position) ?? 0)
        let (file, app) = (job.work.file ?? "", job.app)
        let length = try await database.read { try $0.fileLength(file, app: app) }
        let wanted = min(length, start + FileRows.bytes)
        while start + bytes.count < wanted {
            let part = try await read(file, app: app, from: start + bytes.count)
            guard !part.isEmpty else { break }
            bytes += part
        }
        return FileRows(
            bytes, from: start, isLast: start + bytes.count >= length, number: job.done, skipsFirst: skipsFirst,
            most: most)
    }
}

/// What one step of a job did.
struct JobStep: Sendable {
    var done = 0
    var added = 0
    var changed = 0
    var refusals: [JobRefusal] = []
    /// Where the next step goes on.
    var position: String
    /// Whether there is no next step.
    var isLast = false
    var failure: String?
}

/// A job that this server has for itself until its lease ends, or until another claim takes it after that.
struct ClaimedJob: Sendable {
    var job: JobRecord
    /// Tells this claim from all others; the column `worker` has it.
    let token: String
}

extension SQLTransaction {
    /// Keeps a claim, and other claims away until the transaction ends.
    /// - Throws: `noJob` when the job was removed, or another claim has taken it.
    fileprivate func renew(_ claimed: ClaimedJob, until lease: Timestamp) throws {
        let renewed = try execute(
            "UPDATE job SET lease = ? WHERE id = ? AND worker = ? AND ended IS NULL",
            [lease, claimed.job.id, claimed.token])
        guard renewed == 1 else { throw StoreError.lost(claimed.job) }
    }

    /// Stores how far a job is.
    /// - Throws: `noJob` when the job was removed, or another claim has taken it; then the step must not be stored either.
    fileprivate func record(
        _ step: JobStep, of claimed: ClaimedJob, until lease: Timestamp, at now: Timestamp
    ) throws -> JobRecord {
        let state: JobRecord.State = !step.isLast ? .running : step.failure == nil ? .complete : .failed
        let changed = try execute(
            """
            UPDATE job SET state = ?, done = done + ?, added = added + ?, changed = changed + ?, refused = refused + ?,
            position = ?, failure = ?, ended = ?, lease = ? WHERE id = ? AND worker = ? AND ended IS NULL
            """,
            [
                state.rawValue, step.done, step.added, step.changed, step.refusals.count, step.position, step.failure,
                step.isLast ? now : nil, lease, claimed.job.id, claimed.token,
            ])
        guard changed == 1 else { throw StoreError.lost(claimed.job) }
        let refusals = step.refusals.prefix(max(0, 1_000 - claimed.job.refused)).map { refusal -> [SQLValue] in
            [.integer(claimed.job.id), .integer(Int64(refusal.row)), .text(refusal.reason)]
        }
        try insert(into: "job_refusal", ["job", "number", "reason"], refusals)
        return try job(claimed.job.id, app: claimed.job.app)
    }
}

extension StoreError {
    fileprivate static func lost(_ job: JobRecord) -> StoreError {
        StoreError(.noJob, "the job \(job.id) was removed, or taken by another server")
    }
}
