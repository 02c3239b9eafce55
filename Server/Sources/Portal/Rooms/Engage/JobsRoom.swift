import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// Long work over lists and tables: how far it is, what it refused, and the file that it wrote.
struct JobsRoom: PortalRoom {
    private struct ListPage: Sendable {
        let frame: PageFrame
        let rows: [JobLine]
        let isEmpty: Bool
    }

    private struct JobPage: Sendable {
        struct Refusal: Sendable {
            let row: Int
            let reason: String
        }

        let frame: PageFrame
        let job: JobLine
        let address: String
        let refusals: [Refusal]
        let hasRefusals: Bool
        let refusalCount: String
        let mayChange: Bool
    }

    private static let shownJobs = 100
    private static let shownRefusals = 20
    private static let exportedJobs = 1000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/jobs") { request, _, visit in try await list(visit, notice: try DoneNotice.of(request)) }
        routes.get("engage/jobs.csv") { _, _, visit in try await exportJobs(visit) }
        routes.get("engage/jobs/:job") { _, context, visit in try await page(try await job(context, visit), visit) }
        routes.get("engage/jobs/:job/refused.csv") { _, context, visit in
            let job = try await job(context, visit)
            let refusals = try await wing.jobs.refusals(of: job.id, app: job.app)
            return CSVAnswer.table(
                "marquee-engage-job-\(job.id)-refused", ["Row", "Reason"],
                refusals.map { [.count($0.row), .text($0.reason)] })
        }
        routes.get("engage/jobs/:job/remove", needs: .editor) { _, context, visit in
            try await confirm(try await job(context, visit), visit)
        }
        routes.post("engage/jobs/:job/remove") { _, context, visit, _ in
            let job = try await job(context, visit)
            try await wing.jobs.remove(job.id, app: job.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.jobs)?done=job-removed")
        }
    }

    private func job(_ context: some RequestContext, _ visit: Visit) async throws -> JobRecord {
        try await wing.jobs.job(try context.number("job"), app: try visit.id())
    }

    private func names(_ app: String) async throws -> [Int64: String] {
        let entries = try await wing.recipients.entries(app: app, kinds: Set(ListEntry.Kind.allCases))
        return Dictionary(entries.map { ($0.id, $0.name) }) { first, _ in first }
    }

    private func list(_ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let app = try visit.id()
        let names = try await names(app)
        let rows = try await wing.jobs.jobs(app: app, limit: Self.shownJobs).map { JobLine($0, names) }
        let page = ListPage(
            frame: desk.frame(
                "Jobs", subtitle: "Imports, exports and counts", at: EngagePath.jobs, visit, notice: notice),
            rows: rows, isEmpty: rows.isEmpty)
        return try desk.page(page, "engage-jobs")
    }

    private func page(_ job: JobRecord, _ visit: Visit) async throws -> Response {
        let names = try await names(job.app)
        var length: Int?
        if let file = job.work.file, job.ended == nil {
            length = try await wing.jobs.files(app: job.app).first { $0.name == file }?.length
        }
        let line = JobLine(job, names, fileLength: length, mayDownload: visit.may(.editor))
        let refusals = try await wing.jobs.refusals(of: job.id, app: job.app)
        let page = JobPage(
            frame: desk.frame("Job \(job.id)", subtitle: line.what, at: EngagePath.jobs, visit), job: line,
            address: EngagePath.job(job.id),
            refusals: refusals.prefix(Self.shownRefusals).map { .init(row: $0.row, reason: $0.reason) },
            hasRefusals: !refusals.isEmpty,
            refusalCount: job.refused == 1 ? "1 row was refused" : "\(job.refused) rows were refused",
            mayChange: visit.may(.editor))
        return try desk.page(page, "engage-job")
    }

    private func confirm(_ job: JobRecord, _ visit: Visit) async throws -> Response {
        let line = JobLine(job, try await names(job.app))
        let refused = job.refused == 1 ? "the reason of 1 refused row" : "the reasons of \(job.refused) refused rows"
        let page = ConfirmPage(
            frame: desk.frame("Delete job \(job.id)?", subtitle: line.what, at: EngagePath.jobs, visit),
            text: line.isOver ? "With the job goes:" : "The job stops before its next step. With it goes:",
            losses: ["the report: \(line.state), \(line.outcome)"] + (job.refused > 0 ? [refused] : []),
            action: "\(EngagePath.job(job.id))/remove", fields: [], button: "Delete the job",
            back: EngagePath.job(job.id), remark: "What the job has done stays.")
        return try desk.page(page, "confirm")
    }

    private func exportJobs(_ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let names = try await names(app)
        let jobs = try await wing.jobs.jobs(app: app, limit: Self.exportedJobs)
        return CSVAnswer.table(
            "marquee-engage-jobs",
            [
                "Id", "What", "State", "Done", "Added", "Changed", "Refused", "Failure", "Created by", "Created",
                "Ended",
            ],
            jobs.map { job in
                let line = JobLine(job, names)
                return [
                    .text(line.id), .text(line.what), .text(line.state), .count(job.done), .count(job.added),
                    .count(job.changed), .count(job.refused), .text(job.failure ?? ""), .text(job.madeBy),
                    .text(job.created.description), .text(job.ended?.description ?? ""),
                ]
            })
    }
}
