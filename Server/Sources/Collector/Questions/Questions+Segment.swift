public import MarqueeWire
import PlatformStore

extension Questions {
    /// Counts the people of a segment.
    /// - Parameter today: the last day that rules look at.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` for a question outside its bounds.
    public func segment(_ segment: BehaviourSegment, scope: Scope, today: Day) async throws -> SegmentAnswer {
        let bounds = bounds
        return try await reader.answer { (connection) throws(StoreError) in
            let (people, coverage) = try SegmentRun.people(segment, scope, today, bounds, connection)
            return SegmentAnswer(people: people.count, coverage: coverage)
        }
    }

    /// A page of the people of a segment.
    /// - Parameters:
    ///   - today: the last day that rules look at.
    ///   - after: the ``SegmentPage/next`` of the page before.
    ///   - limit: 1 to 10,000; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` for a question outside its bounds.
    public func people(
        of segment: BehaviourSegment, scope: Scope, today: Day, after: Int64? = nil, limit: Int = 1000
    ) async throws -> SegmentPage {
        let bounds = bounds
        return try await reader.answer { (connection) throws(StoreError) in
            let (set, coverage) = try SegmentRun.people(segment, scope, today, bounds, connection)
            let rest = set.people.drop { Int64($0) <= after ?? -1 }
            let page = rest.prefix(min(max(limit, 1), 10_000))
            let find = try connection.prepare("SELECT text FROM term WHERE id = ?")
            var people: [SegmentPage.Person] = []
            for number in page {
                find.bind(1, Int64(number))
                defer { find.reset() }
                guard try find.step() else { continue }
                guard let reader = NameTable.reader(in: find.bytes(0)) else { continue }
                if reader.kind == .user { people.append(.user(reader.id)) }
                if reader.kind == .install { people.append(.install(reader.id)) }
            }
            let next = page.count < rest.count ? page.last.map { Int64($0) } : nil
            return SegmentPage(people: people, next: next, coverage: coverage)
        }
    }
}

/// Evaluates a segment's rules one after the other.
private enum SegmentRun {
    static func people(
        _ segment: BehaviourSegment, _ scope: Scope, _ today: Day, _ bounds: Questions.Bounds,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> (PersonSet, AnswerCoverage) {
        try check(segment)
        var coverage = AnswerCoverage()
        var included: [PersonSet] = []
        var excluded: [PersonSet] = []
        for rule in segment.rules {
            let people = try people(rule, scope, today, bounds, connection, &coverage)
            if rule.isExclusion { excluded.append(people) } else { included.append(people) }
        }
        var result = PersonSet()
        for set in segment.joint == .all ? Array(included.prefix(1)) : included {
            for person in set.people {
                guard segment.joint == .any || included.allSatisfy({ $0.contains(person) }) else { continue }
                guard !excluded.contains(where: { $0.contains(person) }) else { continue }
                result.insert(person)
            }
        }
        return (result, coverage)
    }

    private static func check(_ segment: BehaviourSegment) throws(StoreError) {
        guard segment.rules.count <= BehaviourSegment.mostRules, segment.rules.contains(where: { !$0.isExclusion })
        else {
            throw StoreError(
                .invalid, "a segment has 1 to \(BehaviourSegment.mostRules) rules, and one that is no exclusion")
        }
        for rule in segment.rules where rule.times < 1 || !(1...Questions.mostDays).contains(rule.days) {
            throw StoreError(.invalid, "a rule asks for at least 1 time in 1 to \(Questions.mostDays) days")
        }
    }

    private static func people(
        _ rule: BehaviourSegment.Rule, _ scope: Scope, _ today: Day, _ bounds: Questions.Bounds,
        _ connection: SQLiteConnection, _ coverage: inout AnswerCoverage
    ) throws(StoreError) -> PersonSet {
        var facts = try QuestionFacts(
            [rule.event], scope: scope, days: (today + 1 + -rule.days)...today, bounds: bounds, connection)
        var index = PersonIndex(most: bounds.people)
        var counts: [Int] = []
        var people = PersonSet()
        for day in facts.days {
            for fact in try facts.facts(of: day) {
                guard let place = index.add(fact.person) else { continue }
                if place == counts.count { counts.append(0) }
                counts[place] += 1
                if counts[place] == rule.times { people.insert(fact.person) }
            }
        }
        coverage.events += facts.coverage.events
        coverage.peopleLeftOut += index.leftOut
        if let since = facts.coverage.since { coverage.since = max(coverage.since ?? since, since) }
        return people
    }
}
