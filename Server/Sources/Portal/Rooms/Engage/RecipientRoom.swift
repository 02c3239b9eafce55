import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// One recipient: the values, whether messages are wanted, what was merged, and the contact lists.
struct RecipientRoom: PortalRoom {
    private struct Page: Sendable {
        struct Choice: Sendable {
            let id: String
            let name: String
        }

        struct Link: Sendable {
            let address: String
            let name: String
        }

        let frame: PageFrame
        let id: String
        let address: String
        let list: String
        let listAddress: String
        let fields: [RecipientValues.Field]
        let hasFields: Bool
        let facts: [Choice]
        let isOptedOut: Bool
        let merges: MergeHistory
        let contactLists: [Link]
        let isInNone: Bool
        let others: [Choice]
        let hasOthers: Bool
        let mayChange: Bool
    }

    private struct NewPage: Sendable {
        let frame: PageFrame
        let list: String
        let listID: String
        let back: String
        let fields: [RecipientValues.Field]
        let hasFields: Bool
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/recipients/:list/:recipient") { request, context, visit in
            try await page(try await subject(context, visit), visit, notice: try DoneNotice.of(request))
        }
        routes.post("engage/recipients/:list/:recipient") { _, context, visit, form in
            try await save(try await subject(context, visit), form, visit)
        }
        for (verb, isOut) in [("opt-out", true), ("opt-in", false)] {
            routes.post("engage/recipients/:list/:recipient/\(verb)") { _, context, visit, _ in
                try await setOptedOut(isOut, try await subject(context, visit), visit)
            }
        }
        routes.post("engage/recipients/:list/:recipient/contacts") { _, context, visit, form in
            try await addContact(form, try await subject(context, visit), visit)
        }
        addMakingAndRemoval(to: routes)
    }

    private func addMakingAndRemoval(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/recipients/:list/:recipient/remove", needs: .editor) { _, context, visit in
            try confirm(try await subject(context, visit), visit)
        }
        routes.post("engage/recipients/:list/:recipient/remove") { _, context, visit, _ in
            let one = try await subject(context, visit)
            try await wing.recipients.remove(.id(one.id), from: one.list.id, app: one.list.app)
            try await record("recipient.remove", one, "", visit)
            return PortalDesk.redirect("\(EngagePath.recipients(of: one.list.id))&done=removed")
        }
        routes.get("engage/new-recipient", needs: .editor) { request, _, visit in
            try await newPage(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.post("engage/new-recipient") { _, _, visit, form in try await make(form, visit) }
    }

    /// A recipient with its database.
    private struct Subject: Sendable {
        let list: ListRecord
        let recipient: RecipientRecord
        var id: Int64 { recipient.id }
        var address: String { EngagePath.recipient(id, in: list.id) }
    }

    private func subject(_ context: some RequestContext, _ visit: Visit) async throws -> Subject {
        let (app, id) = (try visit.id(), try context.number("recipient"))
        let list = try await wing.recipients.list(try context.number("list"), app: app)
        do {
            return Subject(list: list, recipient: try await wing.recipients.recipient(.id(id), in: list.id, app: app))
        } catch {
            guard error.recipientFault == .removed else { throw error }
            throw PortalError(
                .notFound,
                "The recipient \(id) was removed from “\(list.name)”. Its values are gone, and nobody gets its id.")
        }
    }

    /// Writes the columns that were edited and no others: of two people who edit one recipient, each keeps what the other
    /// did not touch, and the last one decides about a column that both have edited.
    private func save(_ one: Subject, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let changes = RecipientValues.changes(form, of: one.list.columns)
        guard !changes.isEmpty else { return PortalDesk.redirect("\(one.address)?done=unchanged") }
        do {
            _ = try await wing.recipients.update(.id(one.id), changes, in: one.list.id, app: one.list.app)
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(one, visit, notice: notice, form: form)
        }
        try await record("recipient.update", one, RecipientValues.named(changes), visit)
        return PortalDesk.redirect("\(one.address)?done=saved")
    }

    private func setOptedOut(_ isOut: Bool, _ one: Subject, _ visit: Visit) async throws -> Response {
        // Somebody else may have been quicker: the recipient is as it should be.
        if (one.recipient.optedOut != nil) != isOut {
            _ = try await wing.recipients.setOptedOut(isOut, .id(one.id), in: one.list.id, app: one.list.app)
            try await record(isOut ? "recipient.opt_out" : "recipient.opt_in", one, "", visit)
        }
        return PortalDesk.redirect("\(one.address)?done=\(isOut ? "opted-out" : "opted-in")")
    }

    private func addContact(_ form: FormFields, _ one: Subject, _ visit: Visit) async throws -> Response {
        guard let list = Int64(form["contact-list"]) else {
            throw PortalError(.invalidField, "Choose a contact list.")
        }
        _ = try await wing.recipients.addContact(.id(one.id), to: list, app: one.list.app)
        try await record("recipient.contact", one, "contact list \(list)", visit)
        return PortalDesk.redirect("\(one.address)?done=contact")
    }

    /// The log says who changed which columns, and never the values: they are personal, and can be erased.
    private func record(_ action: String, _ one: Subject, _ detail: String, _ visit: Visit) async throws {
        try await wing.audit.append(
            action: action, subject: "\(one.list.id)/\(one.id)", detail: detail, app: one.list.app, by: visit.who)
    }

    private func page(
        _ one: Subject, _ visit: Visit, notice: PageFrame.Notice?, form: FormFields? = nil
    ) async throws -> Response {
        let entries = try await wing.recipients.entries(app: one.list.app, kinds: [.contacts])
            .filter { $0.parent == one.list.id }
        let own = Set(try await wing.recipients.contactLists(of: one.id, in: one.list.id, app: one.list.app))
        let others = entries.filter { !own.contains($0.id) }
        let fields = RecipientValues.fields(of: one.list.columns, one.recipient.values, typed: form)
        let page = Page(
            frame: desk.frame(
                "Recipient \(one.id)", subtitle: one.list.name, at: EngagePath.recipients, visit, notice: notice),
            id: String(one.id), address: one.address, list: one.list.name,
            listAddress: EngagePath.recipients(of: one.list.id), fields: fields, hasFields: !fields.isEmpty,
            facts: Self.facts(one.recipient), isOptedOut: one.recipient.optedOut != nil,
            merges: try await MergeHistory.of(one.recipient, in: one.list, wing.recipients),
            contactLists: entries.filter { own.contains($0.id) }.map {
                .init(address: EngagePath.recipients(of: $0.id), name: $0.name)
            },
            isInNone: own.isEmpty, others: others.map { .init(id: String($0.id), name: $0.name) },
            hasOthers: !others.isEmpty, mayChange: visit.may(.editor))
        return try desk.page(page, "engage-recipient", status: form == nil ? .ok : .badRequest)
    }

    private static func facts(_ recipient: RecipientRecord) -> [Page.Choice] {
        let origin =
            switch recipient.origin {
            case .imported: "by an import"
            case .manual: "by hand or by an app"
            case .optedIn: "by opting in"
            case .tracking: "by tracking"
            }
        return [
            ("Added", "\(LocalTime.text(recipient.created)), \(origin)"),
            ("Changed", LocalTime.text(recipient.modified)), ("Opted in", LocalTime.text(recipient.optedIn)),
            ("Opted out", LocalTime.text(recipient.optedOut)),
        ].filter { !$0.1.isEmpty }.map { Page.Choice(id: $0.0, name: $0.1) }
    }

    private func confirm(_ one: Subject, _ visit: Visit) throws -> Response {
        let page = ConfirmPage(
            frame: desk.frame("Remove recipient \(one.id)?", subtitle: one.list.name, at: EngagePath.recipients, visit),
            text: "This will be lost:",
            losses: ["all values of the recipient", "its places in contact lists"],
            action: "\(one.address)/remove", fields: [], button: "Remove the recipient", back: one.address,
            remark: "The id is remembered and never given to somebody else. Events of the person stay.")
        return try desk.page(page, "confirm")
    }
}

/// A recipient that a person adds.
extension RecipientRoom {
    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let list = try await list(form, visit)
        do {
            let values = RecipientValues.changes(form, of: list.columns)
            let made = try await wing.recipients.add(RecipientAddition(values), to: list.id, app: list.app)
            try await wing.audit.append(
                action: "recipient.create", subject: "\(list.id)/\(made.id)", detail: RecipientValues.named(values),
                app: list.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.recipient(made.id, in: list.id))?done=made")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try newPage(list, visit, notice: notice, form: form)
        }
    }

    private func newPage(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let databases = try await wing.recipients.entries(app: try visit.id(), kinds: [.database])
        guard query.has("list") || !databases.isEmpty else { return PortalDesk.redirect(EngagePath.databases) }
        let id = Int64(query["list"]) ?? databases.first?.id ?? 0
        return try newPage(try await wing.recipients.list(id, app: try visit.id()), visit)
    }

    private func list(_ form: FormFields, _ visit: Visit) async throws -> ListRecord {
        try await wing.recipients.list(Int64(form["list"]) ?? 0, app: try visit.id())
    }

    private func newPage(
        _ list: ListRecord, _ visit: Visit, notice: PageFrame.Notice? = nil, form: FormFields? = nil
    ) throws -> Response {
        let fields = RecipientValues.fields(of: list.columns, [:], typed: form)
        let page = NewPage(
            frame: desk.frame(
                "New recipient", subtitle: list.name, at: EngagePath.recipients, visit, notice: notice),
            list: list.name, listID: String(list.id), back: EngagePath.recipients(of: list.id), fields: fields,
            hasFields: !fields.isEmpty)
        return try desk.page(page, "engage-new-recipient", status: form == nil ? .ok : .badRequest)
    }
}
