import Collector
import Hummingbird
import PlatformStore

/// One database: its columns and how recipients are found by them, its contact lists and its queries.
struct DatabaseRoom: PortalRoom {
    struct Column: Sendable {
        let name: String
        let type: String
        let standard: String
        let choices: String
        let lookup: String
        let lookups: [ColumnForm.Choice]
        /// The id of the field on the page.
        let field: String
    }

    private struct Page: Sendable {
        struct Part: Sendable {
            let address: String
            let id: String
            let name: String
            let kind: String
            let size: String
        }

        let frame: PageFrame
        let id: String
        let address: String
        let recipients: String
        let mapping: String
        let size: String
        let columns: [Column]
        let hasColumns: Bool
        let parts: [Part]
        let hasParts: Bool
        let mayChange: Bool
        let isOwner: Bool
        let types: [ColumnForm.Choice]
        let lookups: [ColumnForm.Choice]
        let comparisons: [ColumnForm.Choice]
        let queryLines: [QueryForm.Line]
        let typed: Typed
    }

    /// What was typed into the form that was refused.
    private struct Typed: Sendable {
        let name: String
        let standard: String
        let choices: String
        let part: String

        init(_ form: FormFields?) {
            (name, standard) = (form?["name"] ?? "", form?["standard"] ?? "")
            (choices, part) = (form?.raw("choices") ?? "", form?["part"] ?? "")
        }
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/databases/:list") { request, context, visit in
            try await page(try await list(context, visit), visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/databases/:list/columns.csv") { _, context, visit in
            Self.export(try await list(context, visit))
        }
        routes.post("engage/databases/:list/columns") { _, context, visit, form in
            try await changed(try await list(context, visit), form, visit, "column") { list in
                _ = try await wing.recipients.addColumn(
                    try ColumnForm.column(form), to: list.id, app: list.app, by: visit.who)
            }
        }
        routes.post("engage/databases/:list/lookup") { _, context, visit, form in
            try await changed(try await list(context, visit), form, visit, "lookup") { list in
                try await wing.recipients.setLookup(
                    try ColumnForm.lookup(form["lookup"]), of: form["column"], in: list.id, app: list.app,
                    by: visit.who)
            }
        }
        routes.post("engage/databases/:list/contact-lists") { _, context, visit, form in
            try await changed(try await list(context, visit), form, visit, "made") { list in
                _ = try await wing.recipients.createContactList(
                    form["part"], folder: list.folder, of: list.id, app: list.app, by: visit.who)
            }
        }
        routes.post("engage/databases/:list/queries") { _, context, visit, form in
            try await changed(try await list(context, visit), form, visit, "made") { list in
                _ = try await wing.recipients.createQuery(
                    form["part"], folder: list.folder, of: list.id, criteria: try QueryForm.criteria(form),
                    app: list.app, by: visit.who)
            }
        }
        addRemoval(to: routes)
    }

    private func addRemoval(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/databases/:list/delete", needs: .owner) { _, context, visit in
            try await confirm(try await list(context, visit), visit)
        }
        routes.post("engage/databases/:list/delete", needs: .owner) { _, context, visit, _ in
            let list = try await list(context, visit)
            try await wing.recipients.removeList(list.id, app: list.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.databases)?done=removed")
        }
    }

    private func list(_ context: some RequestContext, _ visit: Visit) async throws -> ListRecord {
        try await wing.recipients.list(try context.number("list"), app: try visit.id())
    }

    /// Writes, and leads to the page again; a refusal stands above what was typed.
    private func changed(
        _ list: ListRecord, _ form: FormFields, _ visit: Visit, _ done: String,
        by write: (ListRecord) async throws -> Void
    ) async throws -> Response {
        do {
            try await write(list)
            return PortalDesk.redirect("\(EngagePath.database(list.id))?done=\(done)")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(list, visit, notice: notice, form: form)
        }
    }

    private func page(
        _ list: ListRecord, _ visit: Visit, notice: PageFrame.Notice? = nil, form: FormFields? = nil
    ) async throws -> Response {
        let entries = try await wing.recipients.entries(app: list.app, kinds: Set(ListEntry.Kind.allCases))
        let parts = entries.filter { $0.parent == list.id && $0.id != list.id }
        let page = Page(
            frame: desk.frame(list.name, subtitle: "Database", at: EngagePath.databases, visit, notice: notice),
            id: String(list.id), address: EngagePath.database(list.id),
            recipients: EngagePath.recipients(of: list.id), mapping: EngagePath.mapping(list.id),
            size: entries.first { $0.id == list.id }.map(DatabasesRoom.size) ?? "",
            columns: list.columns.map(Self.column), hasColumns: !list.columns.isEmpty,
            parts: parts.map {
                .init(
                    address: EngagePath.entry($0), id: String($0.id), name: $0.name,
                    kind: DatabasesRoom.name(of: $0.kind), size: DatabasesRoom.size(of: $0))
            },
            hasParts: !parts.isEmpty, mayChange: visit.may(.editor), isOwner: visit.may(.owner),
            types: ColumnForm.types(chosen: form?.optional("type")), lookups: ColumnForm.lookups(chosen: .none),
            comparisons: QueryForm.comparisons, queryLines: (1...QueryForm.lines).map(QueryForm.Line.init),
            typed: Typed(form))
        return try desk.page(page, "engage-database", status: form == nil ? .ok : .badRequest)
    }

    static func column(_ column: ListColumn) -> Column {
        Column(
            name: column.name, type: ColumnForm.name(of: column.type), standard: column.standard,
            choices: column.choices.joined(separator: ", "), lookup: ColumnForm.name(of: column.lookup),
            lookups: ColumnForm.lookups(chosen: column.lookup), field: "lookup-\(column.number)")
    }

    private func confirm(_ list: ListRecord, _ visit: Visit) async throws -> Response {
        let entries = try await wing.recipients.entries(app: list.app, kinds: [.database, .contacts, .query])
        let parts = entries.filter { $0.parent == list.id && $0.id != list.id }
        let size = entries.first { $0.id == list.id }.map(DatabasesRoom.size) ?? "its recipients"
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(list.name)”?", at: EngagePath.databases, visit),
            text: "With the database goes everything in it:",
            losses: ["\(size) with all values"]
                + parts.prefix(PlaceForm.namedLosses).map {
                    "\(DatabasesRoom.name(of: $0.kind)) “\($0.name)”"
                },
            action: "\(EngagePath.database(list.id))/delete", fields: [], button: "Delete the database",
            back: EngagePath.database(list.id),
            remark: "Apps with this list id get errors from then on. Backups that were made before keep it.")
        return try desk.page(page, "confirm")
    }

    private static func export(_ list: ListRecord) -> Response {
        CSVAnswer.table(
            "marquee-engage-columns-\(list.id)", ["Name", "Type", "Default", "Choices", "Look-up"],
            list.columns.map { column in
                [
                    .text(column.name), .text(ColumnForm.name(of: column.type)), .text(column.standard),
                    .text(column.choices.joined(separator: "\n")), .text(ColumnForm.name(of: column.lookup)),
                ]
            })
    }
}
