import HTTPTypes
import Hummingbird
import PlatformStore

/// One query: what its recipients meet, and how many there are.
struct QueryRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let id: String
        let address: String
        let criteria: String
        let recipients: String
        let list: String
        let listAddress: String
        /// `nil` before the first count.
        let size: String?
        let counted: String
        let mayChange: Bool
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/queries/:query") { request, context, visit in
            try await page(try await query(context, visit), visit, notice: try DoneNotice.of(request))
        }
        routes.post("engage/queries/:query/count") { _, context, visit, _ in
            try await count(try await query(context, visit), visit)
        }
    }

    private func query(_ context: some RequestContext, _ visit: Visit) async throws -> QueryRecord {
        try await wing.recipients.query(try context.number("query"), app: try visit.id())
    }

    private func count(_ query: QueryRecord, _ visit: Visit) async throws -> Response {
        do {
            let job = try await wing.jobs.create(.calculateQuery(query: query.id), app: query.app, by: visit.who)
            return PortalDesk.redirect(EngagePath.job(job.id))
        } catch {
            guard error.recipientFault == .calculatedRecently else { throw error }
            let notice = PageFrame.Notice(kind: "bad", text: FormRefusal.sentence(error.message))
            return try await page(query, visit, notice: notice, status: .tooManyRequests)
        }
    }

    private func page(
        _ query: QueryRecord, _ visit: Visit, notice: PageFrame.Notice?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let list = try await wing.recipients.list(query.list, app: query.app)
        let page = Page(
            frame: desk.frame(
                query.name, subtitle: "Query of \(list.name)", at: EngagePath.databases, visit, notice: notice),
            id: String(query.id), address: EngagePath.query(query.id), criteria: QueryForm.text(query.criteria),
            recipients: EngagePath.recipients(of: query.id),
            list: list.name, listAddress: EngagePath.database(list.id),
            size: query.size.map { $0 == 1 ? "1 recipient" : "\($0) recipients" },
            counted: LocalTime.text(query.calculated), mayChange: visit.may(.editor))
        return try desk.page(page, "engage-query", status: status)
    }
}
