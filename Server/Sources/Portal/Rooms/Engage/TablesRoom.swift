import HTTPTypes
import Hummingbird
import PlatformStore

/// Makes relational tables: one with columns of the person's choice, or the audit table in one step.
struct TablesRoom: PortalRoom {
    private struct Page: Sendable {
        struct Line: Sendable {
            let number: Int
            let name: String
            let types: [ColumnForm.Choice]
            let isKey: Bool
        }

        let frame: PageFrame
        let name: String
        let folder: String
        let lines: [Line]
        let count: Int
        let mayGrow: Bool
    }

    private static let firstLines = 6
    private static let mostLines = 200

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/new-table", needs: .editor) { _, _, visit in
            _ = try visit.id()
            return try page(visit)
        }
        routes.post("engage/tables") { _, _, visit, form in try await make(form, visit) }
        routes.post("engage/tables/audit") { _, _, visit, _ in try await makeAuditTable(visit) }
    }

    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard !form.has("more") else { return try page(visit, form: form) }
        do {
            let table = try await wing.tables.createTable(
                form["name"], folder: form["folder"], columns: try Self.columns(form), app: try visit.id(),
                by: visit.who)
            return PortalDesk.redirect("\(EngagePath.table(table.id))?done=made")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try page(visit, notice: notice, form: form, status: .badRequest)
        }
    }

    /// Makes the table once: the second time its page is shown.
    private func makeAuditTable(_ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let tables = try await wing.recipients.entries(app: app, kinds: [.table])
        if let table = tables.first(where: { $0.name == IdentityColumns.auditTable }) {
            return PortalDesk.redirect(EngagePath.table(table.id))
        }
        let table = try await wing.tables.createTable(
            IdentityColumns.auditTable, folder: "", columns: MergeAuditTable.columns, app: app, by: visit.who)
        return PortalDesk.redirect("\(EngagePath.table(table.id))?done=made")
    }

    private static func columns(_ form: FormFields) throws(PortalError) -> [ListColumn] {
        var columns: [ListColumn] = []
        for number in 1...lines(form) {
            guard let name = form.optional("name.\(number)") else { continue }
            columns.append(
                ListColumn(
                    name: name, type: try ColumnForm.type(form["type.\(number)"]),
                    lookup: form.has("key.\(number)") ? .unique : .none))
        }
        return columns
    }

    private static func lines(_ form: FormFields) -> Int {
        form.number("count", in: 1...mostLines) ?? firstLines
    }

    private func page(
        _ visit: Visit, notice: PageFrame.Notice? = nil, form: FormFields? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let more = form?.has("more") == true ? Self.firstLines : 0
        let count = min(form.map(Self.lines) ?? Self.firstLines, Self.mostLines - more) + more
        let lines = (1...count).map { number in
            Page.Line(
                number: number, name: form?["name.\(number)"] ?? "",
                types: ColumnForm.types(chosen: form?.optional("type.\(number)")),
                isKey: form.map { $0.has("key.\(number)") } ?? (number == 1))
        }
        let page = Page(
            frame: desk.frame(
                "New table", subtitle: "Rows beside the recipients, such as purchases", at: EngagePath.databases, visit,
                notice: notice),
            name: form?["name"] ?? "", folder: form?["folder"] ?? "", lines: lines, count: count,
            mayGrow: count < Self.mostLines)
        return try desk.page(page, "engage-new-table", status: status)
    }
}
