public import MarqueeWire
import PlatformStore

extension Questions {
    /// Counts who comes back.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` for a question outside its bounds.
    public func retention(_ question: RetentionQuestion, scope: Scope) async throws -> RetentionAnswer {
        guard (1...RetentionQuestion.mostPeriods).contains(question.periods) else {
            throw StoreError(.invalid, "retention has 1 to \(RetentionQuestion.mostPeriods) periods")
        }
        let bounds = bounds
        return try await reader.answer { (connection) throws(StoreError) in
            // Coming back is looked at first, so that no event is both the first and the return.
            var facts = try QuestionFacts(
                [question.then, question.first], scope: scope, days: question.days, bounds: bounds, connection)
            var run = RetentionRun(periods: question.periods, mostPeople: bounds.people)
            let origin = facts.days.lowerBound
            for day in facts.days {
                let unit = (day - origin) / question.unit.days
                for fact in try facts.facts(of: day) {
                    if fact.tag == 1 { run.begin(fact.person, in: unit) } else { run.comeBack(fact.person, in: unit) }
                }
            }
            var coverage = facts.coverage
            coverage.peopleLeftOut = run.leftOut
            let cohorts = run.cohorts.map { cohort in
                RetentionAnswer.Cohort(
                    start: Day(number: origin + cohort.unit * question.unit.days), people: cohort.people,
                    returned: cohort.returned)
            }
            return RetentionAnswer(cohorts: cohorts, coverage: coverage)
        }
    }
}
