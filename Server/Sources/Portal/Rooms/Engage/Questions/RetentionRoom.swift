import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// How many people come back in the days or weeks after they did something first.
struct RetentionRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let from: String
        let through: String
        let events: [EventFields]
        let units: [QuestionPage.Choice]
        let periods: String
        let answer: Answer?
        let saved: [QuestionPage.Saved]
        let hasSaved: Bool
        let mayChange: Bool
    }

    private struct Answer: Sendable {
        struct Cell: Sendable {
            let name: String
            let text: String
            let people: String
            /// 0 to 10, for the colour.
            let heat: Int
        }

        struct Cohort: Sendable {
            let start: String
            let people: Int
            let cells: [Cell]
        }

        let caption: String
        let head: [String]
        let cohorts: [Cohort]
        let isEmpty: Bool
        let reservations: [String]
        let question: String
        let export: String
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/retention") { request, _, visit in
            try await page(
                try FormFields(request.uri.query ?? ""), visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/retention.csv") { request, _, visit in
            try await export(try FormFields(request.uri.query ?? ""), visit)
        }
    }

    private var today: Day { Day(desk.now()) }

    private func page(_ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let asked = try await wing.ask(.retention, visit, notice: notice) { try await answer(form, visit) }
        let days = QuestionPage.days(form, today: today)
        let page = Page(
            frame: desk.frame(
                "Retention", subtitle: "How many people come back", at: EngagePath.retention, visit,
                notice: asked.notice),
            from: days.lowerBound.description, through: days.upperBound.description,
            events: RetentionForm.events(form, names: try await wing.eventNames(visit, today: today)),
            units: RetentionForm.units(form), periods: RetentionForm.periods(form), answer: asked.answer,
            saved: asked.saved,
            hasSaved: asked.hasSaved, mayChange: asked.mayChange)
        return try desk.page(page, "engage-retention")
    }

    private func answer(_ form: FormFields, _ visit: Visit) async throws -> Answer? {
        guard let question = try RetentionForm.question(form, today: today) else { return nil }
        let found = try await wing.collector.questions.retention(question, scope: try visit.scope())
        let noun = question.unit == .day ? "Day" : "Week"
        let head = (0...question.periods).map { "\(noun) \($0)" }
        let address = QuestionPage.query(form, RetentionForm.names)
        return Answer(
            caption: "\(EventLine.words(for: question.first.event)), then \(EventLine.words(for: question.then.event))",
            head: head,
            cohorts: found.cohorts.map { cohort in
                .init(
                    start: cohort.start.description, people: cohort.people,
                    cells: zip(head, cohort.returned).enumerated().map { period, pair in
                        Self.cell(pair.0, pair.1, of: cohort, period, question)
                    })
            },
            isEmpty: found.cohorts.isEmpty,
            reservations: QuestionPage.reservations(found.coverage, wing.collector), question: address,
            export: "\(EngagePath.retention).csv?\(address)")
    }

    /// A period that begins behind the last day of the question has no answer yet.
    private static func cell(
        _ name: String, _ people: Int, of cohort: RetentionAnswer.Cohort, _ period: Int, _ question: RetentionQuestion
    ) -> Answer.Cell {
        let length = question.unit == .day ? 1 : 7
        guard cohort.start + period * length <= question.days.upperBound else {
            return .init(name: name, text: "", people: "", heat: 0)
        }
        let heat = cohort.people == 0 ? 0 : (people * 10 + cohort.people / 2) / cohort.people
        return .init(
            name: name, text: QuestionPage.share(people, of: cohort.people), people: String(people),
            heat: min(heat, 10))
    }

    private func export(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let answer = try await answer(form, visit) else {
            throw PortalError(.invalidField, "Choose what people do first, and what counts as coming back.")
        }
        return CSVAnswer.table(
            "marquee-engage-retention", ["Cohort", "People"] + answer.head,
            answer.cohorts.map { cohort in
                [.text(cohort.start), .count(cohort.people)] + cohort.cells.map { .text($0.people) }
            })
    }
}
