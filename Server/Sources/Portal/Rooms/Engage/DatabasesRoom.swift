import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// Everything of an app that has a list id: databases, contact lists, queries and tables.
struct DatabasesRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let address: String
            let id: String
            let name: String
            let kind: String
            let folder: String
            /// The database that it belongs to.
            let parent: String
            let size: String
            let made: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let mayChange: Bool
        let name: String
        let folder: String
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/databases") { request, _, visit in
            try await page(visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/databases.csv") { _, _, visit in try await export(visit) }
        routes.post("engage/databases") { _, _, visit, form in try await make(form, visit) }
    }

    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            let list = try await wing.recipients.createList(
                form["name"], folder: form["folder"], columns: form.has("identities") ? IdentityColumns.ofList : [],
                app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(EngagePath.database(list.id))?done=made")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(visit, notice: notice, form: form)
        }
    }

    private func page(_ visit: Visit, notice: PageFrame.Notice?, form: FormFields? = nil) async throws -> Response {
        let entries = try await entries(visit)
        let names = Dictionary(entries.map { ($0.id, $0.name) }) { first, _ in first }
        let rows = entries.map { entry in
            Page.Row(
                address: EngagePath.entry(entry), id: String(entry.id), name: entry.name,
                kind: Self.name(of: entry.kind), folder: entry.folder,
                parent: entry.parent.flatMap { names[$0] } ?? "", size: Self.size(of: entry),
                made: LocalTime.text(entry.created))
        }
        let page = Page(
            frame: desk.frame(
                "Databases", subtitle: "Lists of recipients, their queries, and tables beside them",
                at: EngagePath.databases, visit, notice: notice),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor), name: form?["name"] ?? "",
            folder: form?["folder"] ?? "")
        return try desk.page(page, "engage-databases", status: form == nil ? .ok : .badRequest)
    }

    /// Databases first, each kind by name.
    private func entries(_ visit: Visit) async throws -> [ListEntry] {
        let entries = try await wing.recipients.entries(app: try visit.id(), kinds: Set(ListEntry.Kind.allCases))
        return Self.kinds.flatMap { kind in entries.filter { $0.kind == kind } }
    }

    private func export(_ visit: Visit) async throws -> Response {
        let rows = try await entries(visit)
        return CSVAnswer.table(
            "marquee-engage-databases", ["Id", "Kind", "Name", "Folder", "Belongs to", "Size", "Created", "Changed"],
            rows.map { entry in
                [
                    .text(String(entry.id)), .text(Self.name(of: entry.kind)), .text(entry.name), .text(entry.folder),
                    .text(entry.parent.map { String($0) } ?? ""), .count(entry.size),
                    .text(entry.created.description), .text(entry.modified.description),
                ]
            })
    }

    private static let kinds: [ListEntry.Kind] = [.database, .contacts, .query, .table]

    static func name(of kind: ListEntry.Kind) -> String {
        switch kind {
        case .database: "database"
        case .contacts: "contact list"
        case .query: "query"
        case .table: "relational table"
        }
    }

    /// A query that nobody counted has no size.
    static func size(of entry: ListEntry) -> String {
        guard entry.kind != .query || entry.size > 0 else { return "–" }
        let noun = entry.kind == .table ? "row" : "recipient"
        return entry.size == 1 ? "1 \(noun)" : "\(entry.size) \(noun)s"
    }
}
