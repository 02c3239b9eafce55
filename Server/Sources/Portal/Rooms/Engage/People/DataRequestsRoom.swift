import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore

/// What the server has of one person: looked up by any id, exported as a file, erased.
struct DataRequestsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Erasure: Sendable {
            let id: String
            let asked: String
            let state: String
            let mark: String
            let events: Int
        }

        let frame: PageFrame
        let kinds: [PersonForm.Choice]
        let id: String
        let found: Found?
        let erasures: [Erasure]
        let hasErasures: Bool
        let isOneOfSeveral: Bool
    }

    /// What was found of a person.
    struct Found: Sendable {
        struct Recipient: Sendable {
            let address: String
            let id: String
            let list: String
        }

        let title: String
        let isEmpty: Bool
        let counts: String
        let recipients: [Recipient]
        let hasRecipients: Bool
        let obstacles: [String]
        let export: String
        let identities: String
        /// `nil` for people who may not erase.
        let erase: String?
    }

    /// Counting ends here: the page says "more than".
    private static let mostCounted = 10_000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/data-requests", needs: .editor) { request, _, visit in
            try await page(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("engage/data-requests.csv", needs: .editor) { _, _, visit in try await exportErasures(visit) }
        routes.get("engage/data-requests/export", needs: .editor) { request, _, visit in
            try await export(try asked(try FormFields(request.uri.query ?? "")), visit)
        }
        routes.get("engage/data-requests/erase", needs: .owner) { request, _, visit in
            try await confirm(try asked(try FormFields(request.uri.query ?? "")), visit)
        }
        routes.post("engage/data-requests/erase", needs: .owner) { _, _, visit, form in
            try await erase(try asked(form), visit)
        }
    }

    private func asked(_ form: FormFields) throws(PortalError) -> PersonQuery {
        guard let query = PersonForm.query(form) else {
            throw PortalError(.invalidField, "Say what the id is, and give an id of 1 to 1024 bytes.")
        }
        return query
    }

    private func page(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        let records = try await wing.collector.erasures(scope: scope)
        var found: Found?
        if let query = PersonForm.query(form) { found = try await self.found(query, visit) }
        let page = Page(
            frame: desk.frame(
                "Data requests", subtitle: "Export or erase what is known about one person",
                at: EngagePath.dataRequests, visit, notice: Self.notice(form)),
            kinds: PersonForm.kinds(form), id: form["id"], found: found,
            erasures: records.prefix(50).map { record in
                let isOver = record.finished != nil
                return .init(
                    id: String(record.id), asked: LocalTime.text(record.asked),
                    state: isOver ? "done on \(LocalTime.text(record.finished))" : "under way",
                    mark: isOver ? "ok" : "careful", events: record.events)
            },
            hasErasures: !records.isEmpty, isOneOfSeveral: wing.collector.server != nil)
        return try desk.page(page, "engage-data-requests")
    }

    /// What an erasure has done, by the numbers in the address that it leads to.
    private static func notice(_ form: FormFields) -> PageFrame.Notice? {
        if form.has("id"), PersonForm.query(form) == nil {
            return .init(kind: "bad", text: "Say what the id is, and give an id of 1 to 1024 bytes.")
        }
        let most = 0...10_000_000
        guard form["done"] == "erased", let recipients = form.number("recipients", in: most),
            let rows = form.number("rows", in: most), let deliveries = form.number("deliveries", in: most),
            let purchases = form.number("purchases", in: most),
            let forms = form.number("forms", in: most)
        else { return nil }
        let parts =
            [
                Plural.count(recipients, "recipient", "recipients"),
                Plural.count(rows, "row of a table", "rows of tables"),
                Plural.count(deliveries, "delivery of a push", "deliveries of pushes"),
            ] + (forms == 0 ? [] : [Plural.count(forms, "answered form", "answered forms")])
        let kept =
            purchases == 0 ? "" : " \(Plural.count(purchases, "purchase names", "purchases name")) nobody any more."
        return .init(
            kind: "good",
            text: """
                Erased at once: \(parts.joined(separator: ", ")).\(kept) The list below says how many events have gone.
                """)
    }

    private func found(_ query: PersonQuery, _ visit: Visit) async throws -> Found {
        let person = try await wing.people.find(query, scope: try visit.scope())
        let parts = try await counts(of: person, visit)
        let fields = PersonForm.fields(query)
        return Found(
            title: "\(PersonForm.name(of: query.kind)) \(query.id)", isEmpty: parts.isEmpty,
            counts: parts.joined(separator: ", "),
            recipients: person.recipients.map { one in
                .init(
                    address: EngagePath.recipient(one.id, in: one.list), id: String(one.id),
                    list: person.lists[one.list]?.name ?? "")
            },
            hasRecipients: !person.recipients.isEmpty, obstacles: person.obstacles,
            export: "\(EngagePath.dataRequests)/export?\(fields)", identities: "\(EngagePath.identities)?\(fields)",
            erase: visit.may(.owner) ? "\(EngagePath.dataRequests)/erase?\(fields)" : nil)
    }

    /// What there is of a person, part by part, without those that are empty.
    private func counts(of person: KnownPerson, _ visit: Visit) async throws -> [String] {
        let events = try await wing.people.events(
            of: person, scope: try visit.scope(), most: Self.mostCounted)
        let counted = [
            (person.recipients.count, "recipient with all values", "recipients with all values"),
            (person.rows.count, "row of a table", "rows of tables"),
            (person.deliveries.count, "delivery of a push campaign", "deliveries of push campaigns"),
            (person.purchases.count, "purchase", "purchases"),
            (person.placements.count, "install that asked for placements", "installs that asked for placements"),
        ].filter { $0.0 > 0 }.map(Plural.count)
        let more = "more than \(Self.mostCounted) events"
        return counted
            + (events == 0 ? [] : [events > Self.mostCounted ? more : Plural.count(events, "event", "events")])
    }

    private func confirm(_ query: PersonQuery, _ visit: Visit) async throws -> Response {
        let person = try await wing.people.find(query, scope: try visit.scope())
        let files = try await wing.jobs.files(app: try visit.id()).count
        let page = ConfirmPage(
            frame: desk.frame(
                "Erase this person?", subtitle: "\(PersonForm.name(of: query.kind)) \(query.id)",
                at: EngagePath.dataRequests, visit),
            text: "Everything of this person goes:",
            losses: try await counts(of: person, visit) + [
                "the links between its ids, its tags, and batches of its devices that could not be read",
                "what still waits to be counted, as soon as it is counted",
            ],
            action: "\(EngagePath.dataRequests)/erase",
            fields: [.init(name: "kind", value: query.kind.rawValue), .init(name: "id", value: query.id)],
            button: "Erase the person", back: "\(EngagePath.dataRequests)?\(PersonForm.fields(query))",
            remark: """
                Figures keep an anonymous count, and purchases stay as revenue of nobody. Backups that were made before keep the person: delete them, or erase again \
                after a restore. \(Self.remark(files: files))Devices keep what they have, and may send more.
                """)
        return try desk.page(page, "confirm")
    }

    private static func remark(files: Int) -> String {
        guard files > 0 else { return "" }
        return files == 1
            ? "1 uploaded or exported file is here and may name the person; it is deleted after 30 days. "
            : "\(files) uploaded or exported files are here and may name the person; they are deleted after 30 days. "
    }

    private func erase(_ query: PersonQuery, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        let person = try await wing.people.find(query, scope: scope)
        let done = try await wing.people.erase(person, scope: scope, by: visit.who)
        return PortalDesk.redirect(
            "\(EngagePath.dataRequests)?done=erased&recipients=\(done.recipients)&rows=\(done.rows)"
                + "&deliveries=\(done.deliveries)&purchases=\(done.purchases)&forms=\(done.forms)")
    }

    /// Lines of JSON, sent as they are read: a person may have millions of events.
    private func export(_ query: PersonQuery, _ visit: Visit) async throws -> Response {
        let (scope, who) = (try visit.scope(), visit.who)
        let person = try await wing.people.find(query, scope: scope)
        let people = wing.people
        let body = ResponseBody { writer in
            try await people.export(person, scope: scope, by: who) { text in
                try await writer.write(ByteBuffer(string: text))
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "application/x-ndjson; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"marquee-person.ndjson\"",
        ]
        return Response(status: .ok, headers: headers, body: body)
    }

    private func exportErasures(_ visit: Visit) async throws -> Response {
        let records = try await wing.collector.erasures(scope: try visit.scope())
        return CSVAnswer.table(
            "marquee-engage-erasures", ["Number", "Asked", "Finished", "Events"],
            records.map { record in
                [
                    .text(String(record.id)), .text(record.asked.description),
                    .text(record.finished?.description ?? ""), .count(record.events),
                ]
            })
    }
}
