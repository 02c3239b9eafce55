import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// The recipients of a database or a contact list: searched by id or by a column, page by page, and one more by hand.
struct RecipientsRoom: PortalRoom {
    private struct Page: Sendable {
        struct List: Sendable {
            let id: String
            let name: String
            let isSelected: Bool
        }

        struct Row: Sendable {
            let address: String
            let id: String
            let cells: [Cell]
            let state: String
            let mark: String
            let modified: String
        }

        struct Cell: Sendable {
            let name: String
            let value: String
        }

        let frame: PageFrame
        let lists: [List]
        let hasLists: Bool
        let columns: [List]
        let word: String
        let head: [String]
        let rows: [Row]
        let isEmpty: Bool
        let isSearch: Bool
        let shows: String
        let address: String
        let next: String?
        let isLater: Bool
        let export: String?
        let newRecipient: String?
    }

    private static let pageSize = 50
    private static let pieceSize = 1000
    /// How many pieces of a database are read for one page of a query.
    private static let mostPieces = 10
    /// A table with more columns is not read; a recipient's page has all of them.
    private static let shownColumns = 5

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/recipients") { request, _, visit in
            try await list(RecipientFilter(try FormFields(request.uri.query ?? "")), visit, try DoneNotice.of(request))
        }
        routes.get("engage/recipients.csv") { request, _, visit in
            let filter = RecipientFilter(try FormFields(request.uri.query ?? ""))
            guard let id = chosen(filter, try await entries(visit)) else {
                throw PortalError(.notFound, "There is no database yet.")
            }
            return export(try await people(id, visit))
        }
    }

    /// A database, or a contact list and its database.
    private struct People {
        let id: Int64
        let name: String
        let isQuery: Bool
        let list: ListRecord
    }

    private func people(_ id: Int64, _ visit: Visit) async throws -> People {
        guard let entry = try await entries(visit).first(where: { $0.id == id }) else {
            throw PortalError(.notFound, "There is no database, contact list or query \(id).")
        }
        let list = try await wing.recipients.list(entry.parent ?? id, app: try visit.id())
        return People(id: id, name: entry.name, isQuery: entry.kind == .query, list: list)
    }

    private func entries(_ visit: Visit) async throws -> [ListEntry] {
        try await wing.recipients.entries(app: try visit.id(), kinds: [.database, .contacts, .query])
    }

    /// What the address names, else the first database.
    private func chosen(_ filter: RecipientFilter, _ entries: [ListEntry]) -> Int64? {
        filter.list ?? entries.first { $0.kind == .database }?.id
    }

    private func list(_ filter: RecipientFilter, _ visit: Visit, _ notice: PageFrame.Notice?) async throws -> Response {
        let entries = try await entries(visit)
        guard let chosen = chosen(filter, entries) else {
            return try await page(filter, nil, entries, nil, visit, notice)
        }
        let people = try await people(chosen, visit)
        do {
            return try await page(filter, people, entries, try await found(filter, in: people), visit, notice)
        } catch let error as StoreError where error.recipientFault == .notIndexed {
            let notice = PageFrame.Notice(
                kind: "bad",
                text: "\(FormRefusal.sentence(error.message)) Give the column an index on the database’s page.")
            return try await page(filter, people, entries, nil, visit, notice)
        }
    }

    /// A page of the people, or those that are searched for.
    private func found(_ filter: RecipientFilter, in people: People) async throws -> RecipientPage {
        let (list, app) = (people.list.id, people.list.app)
        switch filter.search {
        case .id(let id):
            do {
                let one = try await wing.recipients.recipient(.id(id), in: list, app: app)
                return RecipientPage(recipients: [one], next: nil)
            } catch {
                guard [.noRecipient, .removed].contains(error.recipientFault) else { throw error }
                return RecipientPage(recipients: [], next: nil)
            }
        case .values(let values):
            let found = try await wing.recipients.recipients(
                with: values, in: list, app: app, limit: Self.pageSize)
            return RecipientPage(recipients: found, next: nil)
        case nil: return try await listed(people, after: filter.after)
        }
    }

    /// A page of a query may have few of its recipients, or none: some are read on, so that pages are filled where
    /// recipients are not rare.
    private func listed(_ people: People, after: Int64?) async throws -> RecipientPage {
        var (found, next) = ([RecipientRecord](), after)
        for _ in 0..<Self.mostPieces {
            let room = Self.pageSize - found.count
            let page = try await wing.recipients.recipients(
                of: people.id, app: people.list.app, after: next, limit: people.isQuery ? Self.pieceSize : room)
            found += page.recipients
            next = page.next
            guard next != nil, found.count < Self.pageSize else { break }
        }
        guard found.count > Self.pageSize else { return RecipientPage(recipients: found, next: next) }
        let shown = Array(found.prefix(Self.pageSize))
        return RecipientPage(recipients: shown, next: shown.last?.id)
    }

    private func page(
        _ filter: RecipientFilter, _ people: People?, _ entries: [ListEntry], _ found: RecipientPage?, _ visit: Visit,
        _ notice: PageFrame.Notice?
    ) async throws -> Response {
        let columns = people.map { Self.ordered($0.list.columns) } ?? []
        let head = columns.prefix(Self.shownColumns).map(\.name)
        let recipients = found?.recipients ?? []
        let page = Page(
            frame: desk.frame(
                "Recipients", subtitle: people?.name ?? "", at: EngagePath.recipients, visit, notice: notice),
            lists: entries.map {
                .init(
                    id: String($0.id),
                    name: $0.kind != .database ? "\($0.name) (\(DatabasesRoom.name(of: $0.kind)))" : $0.name,
                    isSelected: $0.id == people?.id)
            },
            hasLists: people != nil,
            columns: columns.map { .init(id: $0.name, name: $0.name, isSelected: $0.name == filter.column) },
            word: filter.value, head: head, rows: recipients.map { Self.row($0, head) }, isEmpty: recipients.isEmpty,
            isSearch: filter.search != nil, shows: Self.caption(recipients.count, filter),
            address: people.map { EngagePath.recipients(of: $0.id) } ?? EngagePath.recipients,
            next: found?.next.flatMap { next in
                people.map { "\(EngagePath.recipients(of: $0.id))&after=\(next)" }
            },
            isLater: filter.after != nil,
            export: people.map { "\(EngagePath.recipients).csv?list=\($0.id)" },
            newRecipient: visit.may(.editor) ? people.map { "\(EngagePath.newRecipient)?list=\($0.list.id)" } : nil)
        return try desk.page(page, "engage-recipients")
    }

    /// The columns by which recipients are found come first.
    private static func ordered(_ columns: [ListColumn]) -> [ListColumn] {
        [.unique, .indexed, .none].flatMap { (lookup: ListColumn.Lookup) in columns.filter { $0.lookup == lookup } }
    }

    private static func row(_ recipient: RecipientRecord, _ head: [String]) -> Page.Row {
        let isOut = recipient.optedOut != nil
        return Page.Row(
            address: EngagePath.recipient(recipient.id, in: recipient.list), id: String(recipient.id),
            cells: head.map { .init(name: $0, value: String(recipient.value($0).prefix(200))) },
            state: isOut ? "opted out" : "gets messages", mark: isOut ? "careful" : "ok",
            modified: LocalTime.text(recipient.modified))
    }

    private static func caption(_ count: Int, _ filter: RecipientFilter) -> String {
        filter.search == nil
            ? "Recipients in the order of their ids" : count == 1 ? "1 recipient" : "\(count) recipients"
    }

    private func export(_ people: People) -> Response {
        let names = people.list.columns.map(\.name)
        let heading = ["Recipient Id"] + names + ["Added", "Changed", "Opted out"]
        return CSVAnswer.pieces("marquee-engage-recipients-\(people.id)", heading) { (after: Int64?) in
            let page = try await wing.recipients.recipients(
                of: people.id, app: people.list.app, after: after, limit: Self.pieceSize)
            return CSVAnswer.Piece(rows: page.recipients.map { Self.cells($0, names) }, next: page.next)
        }
    }

    private static func cells(_ recipient: RecipientRecord, _ names: [String]) -> [CSVTable.Cell] {
        let times = [recipient.created, recipient.modified, recipient.optedOut].map { $0?.description ?? "" }
        return ([String(recipient.id)] + names.map { recipient.value($0) } + times).map { .text($0) }
    }
}
