public import MarqueeWire
import PlatformStore

extension Questions {
    /// Answers a funnel.
    ///
    /// Two events of the same millisecond are in the order of the steps, unless two steps ask for the same event: then the
    /// later step needs a later event.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` for a question outside its bounds.
    public func funnel(_ question: FunnelQuestion, scope: Scope) async throws -> FunnelAnswer {
        let count = question.steps.count
        guard FunnelQuestion.stepCounts.contains(count) else {
            throw StoreError(.invalid, "a funnel has 2 to 10 steps, not \(count)")
        }
        guard (1...Self.mostDays * 86_400).contains(question.seconds) else {
            throw StoreError(.invalid, "a funnel's window is 1 second to \(Self.mostDays) days")
        }
        let repeats = Set(question.steps.map(\.event)).count < count
        let tags = question.steps.indices.map { repeats ? count - 1 - $0 : $0 }
        let bounds = bounds
        return try await reader.answer { (connection) throws(StoreError) in
            var facts = try QuestionFacts(
                question.steps, tags: tags, scope: scope, days: question.days, bounds: bounds, connection)
            var run = FunnelRun(
                steps: count, window: Int64(question.seconds) * 1000, mostPeople: bounds.people)
            for day in facts.days {
                let start = Day(number: day).start.milliseconds
                for fact in try facts.facts(of: day) {
                    run.see(tags[fact.tag], of: fact.person, at: start + fact.millisecond)
                }
            }
            var coverage = facts.coverage
            coverage.peopleLeftOut = run.leftOut
            return FunnelAnswer(people: run.people, coverage: coverage)
        }
    }
}
