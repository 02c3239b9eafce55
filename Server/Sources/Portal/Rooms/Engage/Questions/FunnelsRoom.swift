import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// How many people did some things one after the other, all together and by the values of an attribute.
struct FunnelsRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let from: String
        let through: String
        let steps: [EventFields]
        let window: String
        let units: [QuestionPage.Choice]
        let by: String
        let answer: Answer?
        let saved: [QuestionPage.Saved]
        let hasSaved: Bool
        let mayChange: Bool
    }

    private struct Answer: Sendable {
        struct Step: Sendable {
            let number: Int
            let name: String
            let people: Int
            let most: Int
            let ofFirst: String
            let ofPrevious: String
            let lost: String
        }

        struct Value: Sendable {
            struct Cell: Sendable {
                let name: String
                let text: String
            }

            let name: String
            let cells: [Cell]
            let rate: String
        }

        let summary: String
        let reservations: [String]
        let steps: [Step]
        let attribute: String
        let values: [Value]
        let hasValues: Bool
        let question: String
        let export: String
    }

    /// Of an attribute: the values with the most events.
    private static let mostValues = 6

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/funnels") { request, _, visit in
            try await page(
                try FormFields(request.uri.query ?? ""), visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/funnels.csv") { request, _, visit in
            try await export(try FormFields(request.uri.query ?? ""), visit)
        }
    }

    private var today: Day { Day(desk.now()) }

    private func page(_ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let asked = try await wing.ask(.funnel, visit, notice: notice) { try await answer(form, visit) }
        let days = QuestionPage.days(form, today: today)
        let page = Page(
            frame: desk.frame(
                "Funnels", subtitle: "How many people came from one step to the next", at: EngagePath.funnels, visit,
                notice: asked.notice),
            from: days.lowerBound.description, through: days.upperBound.description,
            steps: FunnelForm.steps(form, names: try await wing.eventNames(visit, today: today)),
            window: FunnelForm.window(form), units: FunnelForm.units(form), by: form["by"], answer: asked.answer,
            saved: asked.saved, hasSaved: asked.hasSaved, mayChange: asked.mayChange)
        return try desk.page(page, "engage-funnels")
    }

    private func answer(_ form: FormFields, _ visit: Visit) async throws -> Answer? {
        guard let question = try FunnelForm.question(form, today: today) else { return nil }
        let scope = try visit.scope()
        let whole = try await wing.collector.questions.funnel(question, scope: scope)
        let values = try await values(of: form["by"], question, scope)
        let (first, last) = (whole.people.first ?? 0, whole.people.last ?? 0)
        let address = QuestionPage.query(form, FunnelForm.names)
        return Answer(
            summary: "\(last) of \(Plural.count(first, "person", "people")) came to the last step: "
                + QuestionPage.share(last, of: first),
            reservations: QuestionPage.reservations(whole.coverage, wing.collector),
            steps: question.steps.indices.map { Self.step($0, question, whole.people) }, attribute: form["by"],
            values: values.map { value, answer in
                .init(
                    name: value.isEmpty ? "(none)" : value,
                    cells: answer.people.enumerated().map { .init(name: "Step \($0 + 1)", text: String($1)) },
                    rate: QuestionPage.share(answer.people.last ?? 0, of: answer.people.first ?? 0))
            },
            hasValues: !values.isEmpty, question: address, export: "\(EngagePath.funnels).csv?\(address)")
    }

    private static func step(_ place: Int, _ question: FunnelQuestion, _ people: [Int]) -> Answer.Step {
        let (first, here) = (people.first ?? 0, people[place])
        let previous = place == 0 ? here : people[place - 1]
        let conditions = question.steps[place].conditions.map(\.attribute)
        let name = EventLine.words(for: question.steps[place].event)
        return .init(
            number: place + 1, name: conditions.isEmpty ? name : "\(name) (\(conditions.joined(separator: ", ")))",
            people: here, most: max(first, 1), ofFirst: QuestionPage.share(here, of: first),
            ofPrevious: QuestionPage.share(here, of: previous), lost: place == 0 ? "" : String(previous - here))
    }

    /// The funnel of each of the most frequent values that the attribute has in the first step.
    private func values(
        of attribute: String, _ question: FunnelQuestion, _ scope: Scope
    ) async throws -> [(String, FunnelAnswer)] {
        guard !attribute.isEmpty, let first = question.steps.first else { return [] }
        let trend = try await wing.collector.questions.trend(
            TrendQuestion(first, by: attribute, unit: .week, days: question.days), scope: scope)
        var counts: [String: Int] = [:]
        for point in trend.points { counts[point.value ?? "", default: 0] += point.events }
        counts[EventRecord.otherName] = nil
        var answers: [(String, FunnelAnswer)] = []
        for (value, _) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(Self.mostValues) {
            var narrowed = question
            narrowed.steps[0].conditions.append(
                value.isEmpty ? EventCondition(attribute, .isMissing) : EventCondition(attribute, .equals, value))
            answers.append((value, try await wing.collector.questions.funnel(narrowed, scope: scope)))
        }
        return answers
    }

    private func export(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let answer = try await answer(form, visit) else {
            throw PortalError(.invalidField, "Choose at least two events.")
        }
        let heading = ["Value", "Step", "Event", "People"]
        let whole: [[CSVTable.Cell]] = answer.steps.map { step in
            [.text(""), .count(step.number), .text(step.name), .count(step.people)]
        }
        let parts: [[CSVTable.Cell]] = answer.values.flatMap { value in
            zip(answer.steps, value.cells).map { step, cell in
                [.text(value.name), .count(step.number), .text(step.name), .count(Int(cell.text) ?? 0)]
            }
        }
        return CSVAnswer.table("marquee-engage-funnel", heading, whole + parts)
    }
}
