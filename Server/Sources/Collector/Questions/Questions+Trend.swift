public import MarqueeWire
import PlatformStore

extension Questions {
    /// The value that stands for those beyond the bound.
    static let otherValue = EventRecord.otherName

    /// Counts events and people over time.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` for a question outside its bounds.
    public func trend(_ question: TrendQuestion, scope: Scope) async throws -> TrendAnswer {
        let bounds = bounds
        return try await reader.answer { (connection) throws(StoreError) in
            if let attribute = question.attribute {
                return try Self.trend(question, by: attribute, scope, bounds, connection)
            }
            var facts = try QuestionFacts(
                [question.event], scope: scope, days: question.days, bounds: bounds, connection)
            var points: [TrendAnswer.Point] = []
            var bucket: (start: Timestamp, events: Int, people: PersonSet)?
            func close() {
                guard let full = bucket else { return }
                points.append(
                    .init(start: full.start, value: nil, events: full.events, people: full.people.count))
            }
            for day in facts.days {
                let first = Day(number: day).start
                for fact in try facts.facts(of: day) {
                    let time = Timestamp(milliseconds: first.milliseconds + fact.millisecond)
                    let start = question.unit.start(of: time)
                    if bucket?.start != start {
                        close()
                        bucket = (start, 0, PersonSet())
                    }
                    bucket?.events += 1
                    bucket?.people.insert(fact.person)
                }
            }
            close()
            return TrendAnswer(points: points, coverage: facts.coverage)
        }
    }

    private struct Bucket: Hashable {
        let start: Timestamp
        let value: String
    }

    private static func trend(
        _ question: TrendQuestion, by attribute: String, _ scope: Scope, _ bounds: Bounds,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> TrendAnswer {
        try question.event.check()
        guard (1...256).contains(attribute.utf8.count),
            question.days.upperBound.number - question.days.lowerBound.number < mostDays
        else { throw StoreError(.invalid, "an attribute has 1 to 256 bytes, a question \(mostDays) days at most") }
        let number = try NameTable.number(of: scope.description, in: connection) ?? -1
        let joined = try JoinedPeople(scope: number, connection)
        var log = try LoggedFacts(
            [question.event], attributes: [attribute], scope: number, days: question.days, most: bounds.events,
            connection)
        var buckets: [Bucket: (events: Int, people: Set<UInt32>)] = [:]
        try log.read { _, event, person, values in
            // Long values of strangers would fill the memory.
            var bucket = Bucket(
                start: question.unit.start(of: event.time), value: String(((values.first ?? nil) ?? "").prefix(200)))
            if buckets[bucket] == nil, buckets.count >= bounds.values {
                bucket = Bucket(start: bucket.start, value: otherValue)
            }
            buckets[bucket, default: (0, [])].events += 1
            if let person = UInt32(exactly: person) { buckets[bucket]?.people.insert(joined[person]) }
        }
        let points = buckets.map { bucket, found in
            TrendAnswer.Point(
                start: bucket.start, value: bucket.value, events: found.events, people: found.people.count)
        }
        var coverage = log.coverage
        if let since = coverage.since, since <= question.days.lowerBound { coverage.since = nil }
        let whole = points.filter { point in coverage.since.map { Day(point.start) >= $0 } ?? true }
        return TrendAnswer(
            points: whole.sorted { ($0.start, $1.events, $0.value ?? "") < ($1.start, $0.events, $1.value ?? "") },
            coverage: coverage)
    }
}
