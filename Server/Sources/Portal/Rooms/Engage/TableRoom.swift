import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// One relational table: its columns, its rows page by page, and the list that it is joined to.
struct TableRoom: PortalRoom {
    private struct Page: Sendable {
        struct List: Sendable {
            let id: String
            let name: String
            let isSelected: Bool
        }

        let frame: PageFrame
        let id: String
        let address: String
        let mapping: String
        /// Whether the table takes what the SDK writes about merges.
        let isAudit: Bool
        let columns: [DatabaseRoom.Column]
        let head: [String]
        let rows: [[String]]
        let isEmpty: Bool
        let next: String?
        let isLater: Bool
        let join: String?
        let lists: [List]
        let hasLists: Bool
        let mayChange: Bool
        let isOwner: Bool
        let tableColumn: String
        let listColumn: String
    }

    private static let pageSize = 50
    private static let pieceSize = 1000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/tables/:table") { request, context, visit in
            let after = try FormFields(request.uri.query ?? "").optional("after")
            return try await page(
                try await table(context, visit), visit, after: after, notice: try DoneNotice.of(request))
        }
        routes.get("engage/tables/:table/rows.csv") { _, context, visit in
            export(try await table(context, visit))
        }
        routes.post("engage/tables/:table/join") { _, context, visit, form in
            try await join(try await table(context, visit), form, visit)
        }
        for (verb, title) in [("purge", "Delete all rows"), ("delete", "Delete the table")] {
            routes.get("engage/tables/:table/\(verb)", needs: .owner) { _, context, visit in
                try confirm(try await table(context, visit), verb, title, visit)
            }
        }
        routes.post("engage/tables/:table/purge", needs: .owner) { _, context, visit, _ in
            let table = try await table(context, visit)
            try await wing.tables.purge(table.id, app: table.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.table(table.id))?done=purged")
        }
        routes.post("engage/tables/:table/delete", needs: .owner) { _, context, visit, _ in
            let table = try await table(context, visit)
            try await wing.tables.removeTable(table.id, app: table.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.databases)?done=removed")
        }
    }

    private func table(_ context: some RequestContext, _ visit: Visit) async throws -> RelationalTableRecord {
        try await wing.tables.table(try context.number("table"), app: try visit.id())
    }

    private func join(_ table: RelationalTableRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            guard let list = Int64(form["list"]) else { throw PortalError(.invalidField, "Choose a database.") }
            let columns = [form["table-column"]: form["list-column"]]
            try await wing.tables.join(
                table.id, TableJoin(list: list, columns: columns), app: table.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.table(table.id))?done=joined")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(table, visit, after: nil, notice: notice, form: form)
        }
    }

    private func page(
        _ table: RelationalTableRecord, _ visit: Visit, after: String?, notice: PageFrame.Notice?,
        form: FormFields? = nil
    ) async throws -> Response {
        let rows = try await wing.tables.rows(of: table.id, app: table.app, after: after, limit: Self.pageSize + 1)
        let shown = rows.prefix(Self.pageSize)
        let lists = try await wing.recipients.entries(app: table.app, kinds: [.database])
        let head = table.columns.map(\.name)
        let page = Page(
            frame: desk.frame(
                table.name, subtitle: "Relational table", at: EngagePath.databases, visit, notice: notice),
            id: String(table.id), address: EngagePath.table(table.id), mapping: EngagePath.mapping(table.id),
            isAudit: MergeAuditTable.columns.allSatisfy { table.column($0.name) != nil },
            columns: table.columns.map(DatabaseRoom.column), head: head,
            rows: shown.map { row in head.map { row.values[$0] ?? "" } }, isEmpty: shown.isEmpty,
            next: rows.count > Self.pageSize
                ? shown.last.map { "\(EngagePath.table(table.id))?after=\(PercentEncoding.encoded($0.key))" } : nil,
            isLater: after != nil, join: table.join.map { Self.text($0, lists) },
            lists: lists.map {
                .init(id: String($0.id), name: $0.name, isSelected: String($0.id) == form?["list"])
            },
            hasLists: !lists.isEmpty, mayChange: visit.may(.editor), isOwner: visit.may(.owner),
            tableColumn: form?["table-column"] ?? "", listColumn: form?["list-column"] ?? "")
        return try desk.page(page, "engage-table", status: form == nil ? .ok : .badRequest)
    }

    private static func text(_ join: TableJoin, _ lists: [ListEntry]) -> String {
        let name = lists.first { $0.id == join.list }?.name ?? String(join.list)
        let pairs = join.columns.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
        return "Rows belong to recipients of \(name) where \(pairs.joined(separator: " and "))."
    }

    private func confirm(
        _ table: RelationalTableRecord, _ verb: String, _ title: String, _ visit: Visit
    ) throws -> Response {
        let page = ConfirmPage(
            frame: desk.frame("\(title)?", subtitle: table.name, at: EngagePath.databases, visit),
            text: "This will be lost:",
            losses: ["all rows of “\(table.name)”"] + (verb == "delete" ? ["the table with its id \(table.id)"] : []),
            action: "\(EngagePath.table(table.id))/\(verb)", fields: [], button: title,
            back: EngagePath.table(table.id), remark: "Backups that were made before keep it.")
        return try desk.page(page, "confirm")
    }

    private func export(_ table: RelationalTableRecord) -> Response {
        let names = table.columns.map(\.name)
        return CSVAnswer.pieces("marquee-engage-table-\(table.id)", names) { (after: String?) in
            let rows = try await wing.tables.rows(of: table.id, app: table.app, after: after, limit: Self.pieceSize)
            return CSVAnswer.Piece(
                rows: rows.map { row in names.map { .text(row.values[$0] ?? "") } },
                next: rows.count == Self.pieceSize ? rows.last?.key : nil)
        }
    }
}
