import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// What a recipient did: the events of the recipient's id, mobile user id and devices, the latest first.
struct TimelineRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let id: String
        let address: String
        let list: String
        let listAddress: String
        let events: [EventLine]
        let isEmpty: Bool
        let next: String?
        let isLater: Bool
    }

    private static let pageSize = 50
    private static let pieceSize = 1000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/recipients/:list/:recipient/timeline") { request, context, visit in
            let before = try FormFields(request.uri.query ?? "").optional("before")
            return try await page(try await recipient(context, visit), before.flatMap { EventCursor($0) }, visit)
        }
        routes.get("engage/recipients/:list/:recipient/timeline.csv") { _, context, visit in
            try export(try await recipient(context, visit), visit)
        }
    }

    /// The ids by which events are found.
    static func person(_ recipient: RecipientRecord) -> PersonIDs {
        let mobileUser = recipient.value(IdentityColumns.mobileUserID)
        return PersonIDs(recipient: String(recipient.id), mobileUsers: mobileUser.isEmpty ? [] : [mobileUser])
    }

    private func recipient(_ context: some RequestContext, _ visit: Visit) async throws -> RecipientRecord {
        try await wing.recipients.recipient(
            .id(try context.number("recipient")), in: try context.number("list"), app: try visit.id())
    }

    private func page(_ recipient: RecipientRecord, _ before: EventCursor?, _ visit: Visit) async throws -> Response {
        let list = try await wing.recipients.list(recipient.list, app: try visit.id())
        let found = try await wing.collector.questions.timeline(
            of: Self.person(recipient), scope: try visit.scope(), before: before, limit: Self.pageSize)
        let address = EngagePath.recipient(recipient.id, in: recipient.list)
        let page = Page(
            frame: desk.frame(
                "Timeline of recipient \(recipient.id)", subtitle: wing.collector.subtitle(list.name),
                at: EngagePath.recipients,
                visit),
            id: String(recipient.id), address: address, list: list.name,
            listAddress: EngagePath.recipients(of: list.id), events: found.events.map(EventLine.init),
            isEmpty: found.events.isEmpty,
            next: found.next.map { "\(address)/timeline?before=\(PercentEncoding.encoded($0.description))" },
            isLater: before != nil)
        return try desk.page(page, "engage-timeline")
    }

    private func export(_ recipient: RecipientRecord, _ visit: Visit) throws -> Response {
        let scope = try visit.scope()
        return CSVAnswer.pieces(
            "marquee-engage-timeline-\(recipient.id)", EventLine.heading
        ) { (cursor: EventCursor?) in
            let page = try await wing.collector.questions.timeline(
                of: Self.person(recipient), scope: scope, before: cursor, limit: Self.pieceSize)
            return CSVAnswer.Piece(rows: page.events.map(EventLine.cells), next: page.next)
        }
    }
}
