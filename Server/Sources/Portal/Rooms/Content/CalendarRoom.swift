import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// What schedules make live and take away, month by month.
struct CalendarRoom: PortalRoom {
    private struct Page: Sendable {
        struct Change: Sendable {
            let time: String
            let title: String
            let address: String
            let kind: String
        }

        let frame: PageFrame
        let month: MonthGrid<Change>
        /// Schedules wait after a rollback and before the first release.
        let waits: Bool
        /// The number of shown changes, when the month has more.
        let most: Int?
    }

    /// More changes than these in a month are left out, and the page says so.
    private static let mostChanges = 2000

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("calendar") { request, _, visit in
            let month = request.uri.queryParameters["month"].flatMap { CalendarMonth(String($0)) }
            return try await calendar(month ?? CalendarMonth(desk.now()), visit)
        }
    }

    private func calendar(_ month: CalendarMonth, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        let found = try await wing.content.scheduledChanges(
            scope, from: month.start, to: month.next.start, limit: Self.mostChanges + 1)
        let changes = found.prefix(Self.mostChanges)
        let latest = try await wing.publisher.history(scope, limit: 1).first
        let byDay = Dictionary(grouping: changes) { month.day(of: $0.time) }
        let page = Page(
            frame: desk.frame("Calendar", subtitle: "What goes live and away, in UTC", at: "/portal/calendar", visit),
            month: MonthGrid(month, now: desk.now()) { (byDay[$0] ?? []).map(Self.change) },
            waits: !changes.isEmpty && (latest.map { $0.restores != nil } ?? true),
            most: found.count > Self.mostChanges ? Self.mostChanges : nil)
        return try desk.page(page, "calendar")
    }

    private static func change(_ change: ScheduledChange) -> Page.Change {
        Page.Change(
            time: String(LocalTime.clock(change.time).prefix(5)),
            title: change.title.isEmpty ? "(no title)" : change.title, address: ArticleAddress.page(change.uri),
            kind: change.kind.words)
    }
}
