import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// People by what they did: how many they are, who they are, and a contact list of the recipients among them.
struct SegmentsRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let rules: [SegmentForm.Rule]
        let joints: [QuestionPage.Choice]
        let answer: Answer?
        let saved: [QuestionPage.Saved]
        let hasSaved: Bool
        let mayChange: Bool
        let lists: [QuestionPage.Choice]
        let hasLists: Bool
    }

    private struct Answer: Sendable {
        struct Person: Sendable {
            let kind: String
            let id: String
            let address: String
        }

        let people: String
        let reservations: [String]
        let shown: [Person]
        let hasShown: Bool
        let isMore: Bool
        let question: String
        let export: String
    }

    private static let shownPeople = 50
    private static let pieceSize = 10_000
    /// The most people of a segment that becomes a contact list.
    static let mostContacts = 2_000

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/segments") { request, _, visit in
            try await page(
                try FormFields(request.uri.query ?? ""), visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/segments.csv") { request, _, visit in
            let segment = try SegmentForm.segment(try FormFields(request.uri.query ?? ""))
            guard let segment else { throw PortalError(.invalidField, "Choose at least one event.") }
            return export(segment, try visit.scope())
        }
        routes.post("engage/segments/contacts") { _, _, visit, form in try await makeContacts(form, visit) }
    }

    private var today: Day { Day(desk.now()) }

    private func page(_ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let asked = try await wing.ask(.segment, visit, notice: notice) { try await answer(form, visit) }
        let names = try await wing.eventNames(visit, today: today)
        let lists = try await wing.recipients.entries(app: try visit.id(), kinds: [.database])
        let page = Page(
            frame: desk.frame(
                "Segments", subtitle: "People by what they did, and did not do", at: EngagePath.segments, visit,
                notice: asked.notice),
            rules: SegmentForm.rules(form, names: names),
            joints: [("all", "all rules hold"), ("any", "at least one rule holds")].map {
                .init(value: $0.0, name: $0.1, isSelected: $0.0 == form["joint"])
            },
            answer: asked.answer, saved: asked.saved, hasSaved: asked.hasSaved, mayChange: asked.mayChange,
            lists: lists.map { .init(value: String($0.id), name: $0.name, isSelected: false) },
            hasLists: !lists.isEmpty)
        return try desk.page(page, "engage-segments")
    }

    private func answer(_ form: FormFields, _ visit: Visit) async throws -> Answer? {
        guard let segment = try SegmentForm.segment(form) else { return nil }
        let (scope, question) = (try visit.scope(), QuestionPage.query(form, SegmentForm.names))
        let size = try await wing.collector.questions.segment(segment, scope: scope, today: today)
        let page = try await wing.collector.questions.people(
            of: segment, scope: scope, today: today, limit: Self.shownPeople)
        return Answer(
            people: Plural.count(size.people, "person", "people"),
            reservations: QuestionPage.reservations(size.coverage, wing.collector),
            shown: page.people.map(Self.person), hasShown: !page.people.isEmpty, isMore: page.next != nil,
            question: question, export: "\(EngagePath.segments).csv?\(question)")
    }

    private static func person(_ person: SegmentPage.Person) -> Answer.Person {
        let (kind, id): (PersonQuery.Kind, String) =
            switch person {
            case .user(let id): (.user, id)
            case .install(let id): (.device, id)
            }
        let fields = PersonQuery(kind, id).map { "?\(PersonForm.fields($0))" } ?? ""
        return .init(kind: PersonForm.name(of: kind), id: id, address: "\(EngagePath.identities)\(fields)")
    }

    private func export(_ segment: BehaviourSegment, _ scope: Scope) -> Response {
        let (questions, today) = (wing.collector.questions, today)
        return CSVAnswer.pieces("marquee-engage-segment", ["Kind", "Id"]) { (after: Int64?) in
            let page = try await questions.people(
                of: segment, scope: scope, today: today, after: after, limit: Self.pieceSize)
            let rows = page.people.map { one -> [CSVTable.Cell] in
                let person = Self.person(one)
                return [.text(person.kind), .text(person.id)]
            }
            return CSVAnswer.Piece(rows: rows, next: page.next)
        }
    }

    /// Names the recipients among the people in a new contact list.
    private func makeContacts(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let (app, scope) = (try visit.id(), try visit.scope())
        guard let segment = try SegmentForm.segment(try QuestionPage.fields(form["question"])) else {
            throw PortalError(.invalidField, "Choose at least one event.")
        }
        let list = try await wing.recipients.list(Int64(form["list"]) ?? 0, app: app)
        let page = try await wing.collector.questions.people(
            of: segment, scope: scope, today: today, limit: Self.mostContacts)
        guard page.next == nil else {
            throw PortalError(
                .invalidField, "A segment of more than \(Self.mostContacts) people cannot become a contact list.")
        }
        let members = SegmentMembers(
            recipients: wing.recipients, collector: wing.collector, list: list, scope: scope)
        let found = try await members.recipients(of: page.people)
        guard !found.isEmpty else {
            throw PortalError(
                .invalidField, "None of these people is a recipient of “\(list.name)”, so no list was created.")
        }
        do {
            let contacts = try await wing.recipients.createContactList(
                form["name"], folder: list.folder, of: list.id, members: Set(found), app: app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.recipients(of: contacts.id))&done=made")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            throw PortalError(.invalidField, notice.text)
        }
    }
}
