import Foundation
import MarqueeWire
import PlatformStore
import Web
import XMLTree

/// The operations that start long work, and those that ask for it.
struct JobMethods: Sendable {
    let jobs: any JobStore
    let recipients: any RecipientStore
    let tables: any RelationalTableStore

    var methods: [XMLAPIMethod] {
        [
            XMLAPIMethod(.importList, required: ["SOURCE_FILE"], importList),
            XMLAPIMethod(.importTable, required: ["SOURCE_FILE"], importTable),
            XMLAPIMethod(.exportList, required: ["LIST_ID"], exportList),
            XMLAPIMethod(.exportTable, exportTable),
            XMLAPIMethod(.setColumnValue, required: ["LIST_ID", "COLUMN_NAME"]) { call in
                guard ["0", "1"].contains(call["ACTION"] ?? "1") else {
                    throw XMLAPIFault(
                        .elementNotFound, "ACTION is 0 or 1, which set the column; 2 and 3 are not offered")
                }
                let work = JobWork.setColumn(
                    list: try call.listID(), column: try call.required("COLUMN_NAME"),
                    value: call["COLUMN_VALUE"] ?? "")
                return XMLAPIMethod.answer("JOB_ID", try await jobs.create(work, app: call.app, by: call.who).id)
            },
            XMLAPIMethod(.getJobStatus, required: ["JOB_ID"], status),
            XMLAPIMethod(.deleteJob, required: ["JOB_ID"]) { call in
                try await jobs.remove(try call.jobID(), app: call.app, by: call.who)
                return XMLAPIMethod.done
            },
        ]
    }

    private func importList(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let source = try call.required("SOURCE_FILE")
        let map = try await importMap(call)
        guard let list = map.list else { throw XMLAPIFault.missing("LIST_ID") }
        let record = try await recipients.list(list, app: call.app)
        for name in map.syncFields where record.column(name)?.lookup != .unique {
            throw XMLAPIFault(
                .elementNotFound,
                "an import finds recipients by unique columns alone, and \"\(name.prefix(80))\" is none")
        }
        let columns: [String?]
        if let mapped = map.columns { columns = mapped } else { columns = try await heading(of: source, call) }
        let work = JobWork.importList(
            list: list, file: source, columns: columns, skipsFirst: map.hasHeading, action: map.action)
        return XMLAPIMethod.answer("JOB_ID", try await jobs.create(work, app: call.app, by: call.who).id)
    }

    private func importTable(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let source = try call.required("SOURCE_FILE")
        let map = try await importMap(call)
        let table: Int64
        if let id = map.list { table = id } else { table = try await NamedEntry(recipients).id(call, "TABLE", .table) }
        let columns: [String?]
        if let mapped = map.columns { columns = mapped } else { columns = try await heading(of: source, call) }
        let work = JobWork.importTable(table: table, file: source, columns: columns, skipsFirst: map.hasHeading)
        return XMLAPIMethod.answer("JOB_ID", try await jobs.create(work, app: call.app, by: call.who).id)
    }

    /// What the uploaded `MAP_FILE` says; without one, what the call says.
    private func importMap(_ call: XMLAPICall) async throws -> ImportMap {
        guard let name = call["MAP_FILE"] else { return try ImportMap(call) }
        let bytes = try await jobs.read(name, app: call.app, from: 0)
        return try ImportMap(Array(bytes))
    }

    /// The names in the first row of a file.
    private func heading(of file: String, _ call: XMLAPICall) async throws -> [String?] {
        let bytes = Array(try await jobs.read(file, app: call.app, from: 0))
        let rest = try await jobs.read(file, app: call.app, from: bytes.count)
        let names = CSVText.heading(of: bytes, isWhole: rest.isEmpty)
        guard !names.isEmpty else { throw XMLAPIFault(.fileTypeNotValid, "the file begins with no heading") }
        return names.map { $0.isEmpty ? nil : $0 }
    }

    private func exportList(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        try requireCSV(call)
        guard ["ALL", ""].contains((call["EXPORT_TYPE"] ?? "").uppercased()) else {
            throw XMLAPIFault(.elementNotFound, "the only EXPORT_TYPE is ALL: the file says who opted out")
        }
        let columns = call.elements("EXPORT_COLUMNS", "COLUMN").map(\.trimmedText).filter { !$0.isEmpty }
        let job = try await jobs.create(
            .exportList(list: try call.listID(), file: "", columns: columns), app: call.app, by: call.who)
        return Self.answer(job)
    }

    private func exportTable(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        try requireCSV(call)
        let table = try await NamedEntry(recipients).id(call, "TABLE", .table)
        let job = try await jobs.create(.exportTable(table: table, file: ""), app: call.app, by: call.who)
        return Self.answer(job)
    }

    private func requireCSV(_ call: XMLAPICall) throws(XMLAPIFault) {
        let format = call["EXPORT_FORMAT"] ?? "CSV"
        guard ["CSV", "0"].contains(format.uppercased()) else {
            throw XMLAPIFault(.exportFormatNotValid, "the only EXPORT_FORMAT is CSV, not \"\(format.prefix(20))\"")
        }
    }

    private static func answer(_ job: JobRecord) -> XMLAPIMethod.Result {
        return { result in
            result.element("JOB_ID", "\(job.id)")
            result.element("FILE_PATH", job.work.file ?? "")
        }
    }

    private func status(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let job = try await jobs.job(try call.jobID(), app: call.app)
        let state =
            switch job.state {
            case .waiting: "WAITING"
            case .running: "RUNNING"
            case .complete: "COMPLETE"
            case .failed: "ERROR"
            }
        let parameters = [
            ("DONE", "\(job.done)"), ("ADDED", "\(job.added)"), ("CHANGED", "\(job.changed)"),
            ("REFUSED", "\(job.refused)"), ("FILE", job.work.file ?? ""), ("FAILURE", job.failure ?? ""),
        ]
        return { result in
            result.element("JOB_ID", "\(job.id)")
            result.element("JOB_STATUS", state)
            result.element("PARAMETERS") { list in
                for (name, value) in parameters where !value.isEmpty {
                    list.element("PARAMETER") { parameter in
                        parameter.element("NAME", name)
                        parameter.element("VALUE", value)
                    }
                }
            }
        }
    }
}
