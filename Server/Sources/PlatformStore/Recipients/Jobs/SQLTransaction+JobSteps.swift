import Foundation
import MarqueeWire

/// One step of each kind of job that goes through a list or table.
extension SQLTransaction {
    private static var page: Int { 500 }

    func importRows(
        _ rows: FileRows, _ columns: [String?], into table: RelationalTableRecord, at now: Timestamp
    ) throws -> JobStep {
        var step = JobStep(
            done: rows.records.count, position: rows.position, isLast: rows.isLast, failure: rows.failure)
        let names = ColumnNames(table.columns)
        let readers = columns.map { $0.flatMap { names[$0] }.map { ColumnReader($0) } }
        var batch = TableBatch(of: table, at: now)
        for record in rows.records where !record.isBlank {
            do throws(StoreError) {
                let surplus = record.fields.count > columns.count
                if let problem = record.problem ?? (surplus ? ImportBatch.surplus(record.fields, columns.count) : nil) {
                    throw StoreError(.valueNotValid, problem)
                }
                var cells = RecipientCells()
                for (reader, field) in zip(readers, record.fields) {
                    if let reader { cells.values[reader.column.number] = try reader.normalised(field) }
                }
                try batch.add(cells, number: record.number)
            } catch {
                step.refusals.append(JobRefusal(row: record.number, reason: error.message))
            }
        }
        let outcome = try batch.store(self)
        (step.added, step.changed) = (outcome.added, outcome.changed)
        step.refusals += outcome.refused.map { JobRefusal(row: $0, reason: RecipientCells.tooLong.message) }
        return step
    }

    /// The next lines of an export, with the heading before the first.
    func exportedRecipients(of id: Int64, _ columns: [String], _ job: JobRecord) throws -> ExportedPage {
        let parent: Int64? = try listEntry(id, app: job.app, [.database, .contacts, .query])["parent"]
        let list = try recipientList(parent ?? id, app: job.app)
        let names = ColumnNames(list.columns)
        var seen: Set<Int> = []
        let chosen =
            columns.isEmpty ? list.columns : columns.compactMap { names[$0] }.filter { seen.insert($0.number).inserted }
        var page = ExportedPage(position: job.position)
        if job.position.isEmpty {
            page.text = CSVText.line(["RECIPIENT_ID"] + chosen.map(\.name) + ["OPT_IN_DATE", "OPTED_OUT_DATE"])
        }
        while !page.isLast, page.hasRoom {
            let found = try recipientPage(
                of: id, app: job.app, after: Int64(page.position), limit: ExportedPage.rowsAtOnce)
            for recipient in found.recipients {
                let dates = [recipient.optedIn, recipient.optedOut].map { $0?.description ?? "" }
                page.text += CSVText.line(["\(recipient.id)"] + chosen.map { recipient.value($0.name) } + dates)
            }
            page.done += found.recipients.count
            page.looked += ExportedPage.rowsAtOnce
            page.isLast = found.next == nil
            if let next = found.next { page.position = String(next) }
        }
        return page
    }

    /// The next lines of an export, with the heading before the first.
    func exportedRows(of id: Int64, _ job: JobRecord) throws -> ExportedPage {
        let table = try relationalTable(id, app: job.app)
        var page = ExportedPage(position: job.position)
        if job.position.isEmpty { page.text = CSVText.line(table.columns.map(\.name)) }
        while !page.isLast, page.hasRoom {
            let rows = try tableRows(
                of: table, after: page.position.isEmpty ? nil : page.position, limit: ExportedPage.rowsAtOnce)
            for row in rows { page.text += CSVText.line(table.columns.map { row.values[$0.name] ?? "" }) }
            page.done += rows.count
            page.looked += ExportedPage.rowsAtOnce
            page.isLast = rows.count < ExportedPage.rowsAtOnce
            if let last = rows.last { page.position = last.key }
        }
        return page
    }

    /// Adds lines to the file of an export.
    func append(_ page: ExportedPage, to file: String, _ job: JobRecord, at now: Timestamp) throws -> JobStep {
        let bytes = Data(page.text.utf8)
        try requireRoom(for: bytes.count, files: job.position.isEmpty ? 1 : 0, app: job.app)
        if job.position.isEmpty { try createFile(file, app: job.app, at: now) }
        let length = try fileLength(file, app: job.app)
        for start in stride(from: 0, to: bytes.count, by: SQLJobStore.part) {
            try append(
                Data(bytes.dropFirst(start).prefix(SQLJobStore.part)), to: file, app: job.app, at: length + start)
        }
        return JobStep(done: page.done, position: page.position, isLast: page.isLast)
    }

    /// Counts those of the next recipients that meet a query.
    func calculate(_ id: Int64, _ job: JobRecord) throws -> JobStep {
        let query = try recipientQuery(id, app: job.app)
        let list = try recipientList(query.list, app: job.app)
        let test = RecipientTest(query.criteria, of: ColumnNames(list.columns))
        let page = try recipientRows(of: list, after: job.position)
        return JobStep(
            done: page.count, added: page.count { test.isMet(by: $0.cells) },
            position: page.last.map { "\($0.id)" } ?? job.position, isLast: page.count < Self.page)
    }

    /// Stores the size of a query behind the last step of its count.
    func store(_ step: JobStep, of id: Int64, _ job: JobRecord, at now: Timestamp) throws -> JobStep {
        if step.isLast {
            try execute(
                "UPDATE recipient_list SET size = ?, calculated = ? WHERE id = ?", [job.added + step.added, now, id])
        }
        return step
    }

    func setColumn(_ name: String, to value: String, of id: Int64, _ job: JobRecord, at now: Timestamp) throws
        -> JobStep
    {
        let list = try recipientList(id, app: job.app)
        let cells = try list.cells([name: value])
        let page = try recipientRows(of: list, after: job.position)
        for row in page { try change(row, cells, of: list, at: now) }
        return JobStep(
            done: page.count, changed: page.count, position: page.last.map { "\($0.id)" } ?? job.position,
            isLast: page.count < Self.page)
    }

    private func recipientRows(of list: ListRecord, after position: String) throws -> [RecipientRow] {
        try rows(
            "SELECT * FROM recipient WHERE list = ? AND removed IS NULL AND id > ? ORDER BY id LIMIT ?",
            [list.id, Int64(position) ?? .min, Self.page]
        ).map { try RecipientRow($0) }
    }
}

/// The lines that one step of an export writes.
struct ExportedPage: Sendable {
    /// A row can have some hundred kilobytes.
    static let rowsAtOnce = 100
    private static let mostRows = 2_000
    private static let mostBytes = 1 << 20

    var text = ""
    var done = 0
    var looked = 0
    /// Where the next step goes on.
    var position: String
    var isLast = false

    init(position: String) { self.position = position }

    var hasRoom: Bool { looked < Self.mostRows && text.utf8.count < Self.mostBytes }
}
