import PlatformStore

/// A job in words.
struct JobLine: Sendable {
    let address: String
    let id: String
    let what: String
    let state: String
    let mark: String
    let isOver: Bool
    /// In percent; `nil` when it is not known, as for an export.
    let progress: Int?
    let outcome: String
    let failure: String?
    let madeBy: String
    let made: String
    let ended: String?
    /// Where the file is that an export wrote.
    let file: String?

    /// - Parameters:
    ///   - names: of lists, tables and queries, by their ids.
    ///   - fileLength: of the file that the job reads, in bytes.
    init(_ job: JobRecord, _ names: [Int64: String], fileLength: Int? = nil, mayDownload: Bool = false) {
        address = EngagePath.job(job.id)
        id = String(job.id)
        what = Self.what(job.work, names)
        state = job.state.rawValue
        mark = job.state == .complete ? "ok" : job.state == .failed ? "failed" : "careful"
        isOver = job.state == .complete || job.state == .failed
        progress = fileLength.flatMap { length in
            Int(job.position).map { min(100, $0 * 100 / max(1, length)) }
        }
        outcome = Self.outcome(job)
        failure = job.failure
        madeBy = job.madeBy
        made = LocalTime.text(job.created)
        ended = job.ended.map { LocalTime.text($0) }
        file = mayDownload && job.state == .complete ? Self.exportedFile(job.work).map(EngagePath.file) : nil
    }

    private static func exportedFile(_ work: JobWork) -> String? {
        switch work {
        case .exportList, .exportTable: work.file
        default: nil
        }
    }

    private static func what(_ work: JobWork, _ names: [Int64: String]) -> String {
        func name(_ id: Int64) -> String { names[id].map { "“\($0)”" } ?? String(id) }
        return switch work {
        case .importList(let list, let file, _, _, let action):
            action == .optOut ? "Opt-out of \(file) in \(name(list))" : "Import of \(file) into \(name(list))"
        case .importTable(let table, let file, _, _): "Import of \(file) into \(name(table))"
        case .exportList(let list, _, _): "Export of \(name(list))"
        case .exportTable(let table, _): "Export of \(name(table))"
        case .calculateQuery(let query): "Count of \(name(query))"
        case .setColumn(let list, let column, _): "“\(column)” of everybody in \(name(list))"
        }
    }

    private static func outcome(_ job: JobRecord) -> String {
        switch job.work {
        case .importList, .importTable:
            "\(job.done) rows read: \(job.added) added, \(job.changed) changed, \(job.refused) refused"
        case .exportList, .exportTable: "\(job.done) rows written"
        case .calculateQuery: "\(job.done) recipients looked at, \(job.added) counted"
        case .setColumn: "\(job.changed) of \(job.done) recipients changed"
        }
    }
}
