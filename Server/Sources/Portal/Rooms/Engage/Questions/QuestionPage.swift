import Collector
import HTTPTypes
import MarqueeWire
import PlatformStore
import Web

/// What the pages of questions share: the choice of events, saved questions, and how an answer is qualified.
enum QuestionPage {
    struct Saved: Sendable {
        let id: String
        let name: String
        let address: String
        let madeBy: String
    }

    struct Choice: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    /// How many forms of events a page has: one more than are filled.
    static func count(_ form: FormFields, least: Int, most: Int) -> Int {
        let last = (1...most).last { form.has("event.\($0)") && !form["event.\($0)"].isEmpty } ?? 0
        return min(max(last + 1, least), most)
    }

    /// The fields of some names as the query of an address; empty ones are left out.
    static func query(_ form: FormFields, _ names: [String]) -> String {
        names.compactMap { name in form.optional(name).map { "\(name)=\(PercentEncoding.encoded($0))" } }
            .joined(separator: "&")
    }

    /// The fields of a question that was saved, or that a form brings as one text.
    static func fields(_ question: String) throws(PortalError) -> FormFields {
        guard question.utf8.count <= SavedQuestion.maximumSize else {
            throw PortalError(.tooLarge, "The question is too long.")
        }
        return try FormFields(question)
    }

    /// A number of a form, or `standard` where the form has none.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func number(
        _ form: FormFields, _ name: String, _ label: String, in range: ClosedRange<Int>, standard: Int
    ) throws(PortalError) -> Int {
        guard form.optional(name) != nil else { return standard }
        guard let number = form.number(name, in: range) else {
            throw PortalError(
                .invalidField, "“\(label)” is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A refusal that another question does not get; `nil` for any other failure.
    static func refusal(_ error: any Error) -> PageFrame.Notice? {
        guard let problem = (error as? any ProblemDescribing)?.problem, problem.status == .badRequest else {
            return nil
        }
        return .init(
            kind: "bad", text: "The question cannot be answered. \(FormRefusal.sentence(problem.message))")
    }

    /// What an answer leaves out, as sentences.
    static func reservations(_ coverage: AnswerCoverage, _ collector: Collector) -> [String] {
        var sentences: [String] = []
        if let since = coverage.since {
            sentences.append(
                "There were too many events to look at all of them: the answer is about \(since) and the days after it."
            )
        }
        if coverage.peopleLeftOut > 0 {
            sentences.append("\(coverage.peopleLeftOut) people were left out, since there are too many.")
        }
        if let server = collector.server {
            sentences.append("The events are those that the server \(server) took itself.")
        }
        return sentences
    }

    /// The days that a form asks about; the latest thirty for a form that has none, or wrong ones.
    static func days(_ form: FormFields, today: Day) -> ClosedRange<Day> {
        (try? DayRange.days(form, today: today)) ?? ((today + -29)...today)
    }

    /// `25 %`, or a dash where there is nothing to compare with.
    static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "–" : ChartScale.percent.text(Double(part) / Double(whole) * 100)
    }
}

/// What every page of a question shows: its answer, or why there is none, and the questions of its kind that were saved.
struct AskedQuestion<Answer: Sendable>: Sendable {
    let answer: Answer?
    let notice: PageFrame.Notice?
    let saved: [QuestionPage.Saved]
    let hasSaved: Bool
    let mayChange: Bool
}

extension EngageWing {
    /// Asks the question of a page; a refusal takes the place of the page's notice.
    func ask<Answer: Sendable>(
        _ kind: SavedQuestion.Kind, _ visit: Visit, notice: PageFrame.Notice?,
        _ question: () async throws -> Answer?
    ) async throws -> AskedQuestion<Answer> {
        var (answer, notice) = (Answer?.none, notice)
        do { answer = try await question() } catch {
            guard let refusal = QuestionPage.refusal(error) else { throw error }
            notice = refusal
        }
        let saved = try await savedQuestions(kind, visit)
        return AskedQuestion(
            answer: answer, notice: notice, saved: saved, hasSaved: !saved.isEmpty, mayChange: visit.may(.editor))
    }

    /// The names of events to choose from: universal ones, and those of the last thirty days.
    func eventNames(_ visit: Visit, today: Day) async throws -> [String] {
        let counts = try await collector.reports.eventCounts(scope: try visit.scope(), days: (today + -29)...today)
        let own = Set(counts.map(\.name)).subtracting(EventLine.types).subtracting([EventRecord.otherName])
        return EventLine.types + own.sorted()
    }

    /// The saved questions of a kind, each with its address.
    func savedQuestions(_ kind: SavedQuestion.Kind, _ visit: Visit) async throws -> [QuestionPage.Saved] {
        try await saved.questions(app: try visit.id(), kind: kind).map { question in
            .init(
                id: question.id, name: question.name,
                address: "\(SavedQuestionsRoom.address(kind))?\(question.question)", madeBy: question.madeBy)
        }
    }
}
