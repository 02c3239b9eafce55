import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// Who changed what, and when.
struct AuditRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let time: String
            let date: String
            let who: String
            let action: String
            let subject: String
            let detail: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let older: String?
        let newest: Bool
    }

    private static let pageSize = 50

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("audit") { request, _, visit in
            try await list(visit, before: try FormFields(request.uri.query ?? "").optional("before"))
        }
    }

    /// Owners of the team see everything, accounts included; others what belongs to the app.
    private func list(_ visit: Visit, before: String?) async throws -> Response {
        let entries = try await wing.audit.entries(
            app: visit.may(.owner) ? nil : try visit.id(), before: before, limit: Self.pageSize + 1)
        let shown = entries.prefix(Self.pageSize)
        let page = Page(
            frame: desk.frame(
                "Audit log", subtitle: "Who changed what, and when; times in UTC", at: "/portal/audit", visit),
            rows: shown.map {
                .init(
                    time: $0.time.description, date: LocalTime.text($0.time), who: $0.who, action: $0.action,
                    subject: $0.subject, detail: $0.detail)
            },
            isEmpty: entries.isEmpty,
            older: entries.count > Self.pageSize ? shown.last.map { "/portal/audit?before=\($0.id)" } : nil,
            newest: before == nil)
        return try desk.page(page, "audit")
    }
}
