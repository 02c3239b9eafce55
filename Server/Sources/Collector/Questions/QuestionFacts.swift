import MarqueeWire
import PlatformStore

/// The facts that a question looks for, a day at a time and ordered by time; the tag of a fact is the place of its match.
struct QuestionFacts {
    private let scope: Int64
    private let tags: [Int]
    /// The names' numbers of matches without conditions; `nil` for the others and for names that the log has never seen.
    private let names: [Int64?]
    private let joined: JoinedPeople
    private let select: SQLiteStatement
    private var logged: [Int: [Fact]] = [:]
    /// The days that the facts are of: fewer than were asked for when the log has too many events.
    private(set) var days: Range<Int>
    private(set) var coverage = AnswerCoverage()

    /// - Parameter tags: a tag for each match, if it is not its place: facts of the same time come in the order of tags.
    init(
        _ matches: [EventMatch], tags: [Int]? = nil, scope: Scope, days: ClosedRange<Day>, bounds: Questions.Bounds,
        _ connection: SQLiteConnection
    ) throws(StoreError) {
        for match in matches { try match.check() }
        let length = days.upperBound.number - days.lowerBound.number
        guard length < Questions.mostDays else {
            throw StoreError(.invalid, "a question is about \(Questions.mostDays) days at most")
        }
        self.tags = tags ?? Array(matches.indices)
        self.scope = try NameTable.number(of: scope.description, in: connection) ?? -1
        joined = try JoinedPeople(scope: self.scope, connection)
        select = try connection.prepare(
            "SELECT facts FROM fact_part WHERE scope = ? AND day = ? AND name = ? ORDER BY id")
        var names: [Int64?] = []
        for match in matches {
            names.append(
                try match.conditions.isEmpty ? NameTable.number(of: match.event, in: connection) : nil)
        }
        self.names = names
        self.days = days.lowerBound.number..<days.upperBound.number + 1
        let conditional = matches.indices.filter { !matches[$0].conditions.isEmpty }
        if !conditional.isEmpty { try readLog(conditional, matches, days, bounds.events, connection) }
    }

    private mutating func readLog(
        _ places: [Int], _ matches: [EventMatch], _ days: ClosedRange<Day>, _ most: Int, _ connection: SQLiteConnection
    ) throws(StoreError) {
        var log = try LoggedFacts(places.map { matches[$0] }, scope: scope, days: days, most: most, connection)
        var found: [Int: [Fact]] = [:]
        let tags = tags
        try log.read { match, event, person, _ in
            let day = Day(event.time)
            let millisecond = event.time.milliseconds - day.start.milliseconds
            guard let fact = Fact(millisecond: millisecond, person: person) else { return }
            found[day.number, default: []].append(fact.tagged(tags[places[match]]))
        }
        logged = found
        coverage = log.coverage
        guard let since = coverage.since, since.number > self.days.lowerBound else { return coverage.since = nil }
        self.days = min(since.number, self.days.upperBound)..<self.days.upperBound
    }

    /// All facts of a day.
    mutating func facts(of day: Int) throws(StoreError) -> [Fact] {
        var facts = logged[day] ?? []
        logged[day] = nil
        for (place, name) in names.enumerated() {
            guard let name else { continue }
            select.bind(1, scope)
            select.bind(2, Int64(day))
            select.bind(3, name)
            defer { select.reset() }
            while try select.step() {
                coverage.events += select.withBytes(0) { Self.append($0, tagged: tags[place], to: &facts) }
            }
        }
        if !joined.isEmpty {
            for place in facts.indices { facts[place] = facts[place].of(joined[facts[place].person]) }
        }
        facts.sort()
        return facts
    }

    private static func append(_ bytes: UnsafeRawBufferPointer, tagged tag: Int, to facts: inout [Fact]) -> Int {
        let count = bytes.count / Fact.size
        for place in 0..<count {
            facts.append(bytes.loadUnaligned(fromByteOffset: place * Fact.size, as: Fact.self).tagged(tag))
        }
        return count
    }
}
