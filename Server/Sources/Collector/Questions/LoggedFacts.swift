import MarqueeWire
import PlatformStore

/// Reads events with conditions from the log, the latest first, within a bound.
struct LoggedFacts {
    private let scope: Int64
    private let days: ClosedRange<Day>
    private let names: [Int64?]
    private let matches: [EventMatch]
    /// The attributes that are read, each once: first those that were asked for.
    private let attributes: [[UInt8]]
    /// For each match, the places of its conditions' attributes.
    private let places: [[Int]]
    private let find: SQLiteStatement
    private var walk: EventWalk
    private var readers: [String: Int64] = [:]
    private(set) var coverage = AnswerCoverage()

    /// The most readers whose numbers are kept in memory.
    private static let mostReaders = 200_000

    /// - Parameters:
    ///   - attributes: whose values each event is handed over with, beside those that conditions need.
    ///   - most: the events that are looked at.
    init(
        _ matches: [EventMatch], attributes: [String] = [], scope: Int64, days: ClosedRange<Day>, most: Int,
        _ connection: SQLiteConnection
    ) throws(StoreError) {
        self.matches = matches
        self.scope = scope
        self.days = days
        var names: [Int64?] = []
        for match in matches { names.append(try NameTable.number(of: match.event, in: connection)) }
        self.names = names
        var all: [[UInt8]] = []
        func place(of attribute: String) -> Int {
            let bytes = Array(attribute.utf8)
            if let place = all.firstIndex(of: bytes) { return place }
            all.append(bytes)
            return all.count - 1
        }
        for attribute in attributes { _ = place(of: attribute) }
        places = matches.map { $0.conditions.map { place(of: $0.attribute) } }
        self.attributes = all
        find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        // Ids are made by the clocks of devices, days are those of corrected times.
        walk = try EventWalk(
            connection, from: (days.lowerBound + -1).start, until: (days.upperBound + 2).start, budget: most)
    }

    /// Hands over each event that matches: which one it matches, its person, and the values of the asked attributes.
    mutating func read(
        _ visit: (_ match: Int, _ event: LoggedEvent, _ person: Int64, _ values: [String?]) -> Void
    ) throws(StoreError) {
        let subjects = names.compactMap { $0 }.map { EventSlots.Subject.name($0).hash(scope: scope) }
        var walk = walk
        var reading = self
        let next = try walk.run { (slots) throws(StoreError) in
            try slots.any(subjects)
        } visit: { (row) throws(StoreError) in
            try reading.take(LoggedEvent(row), visit)
            return false
        }
        self = reading
        coverage.since = next.map { Day(Timestamp(milliseconds: Int64($0.id.high >> 16))) + 2 }
    }

    private mutating func take(
        _ event: LoggedEvent,
        _ visit: (_ match: Int, _ event: LoggedEvent, _ person: Int64, _ values: [String?]) -> Void
    ) throws(StoreError) {
        coverage.events += 1
        guard event.scope == scope, names.contains(event.name), days.contains(Day(event.time)) else { return }
        let install = event.install
        guard !install.isEmpty else { return }
        let values = attributes.isEmpty ? [] : EventProperties.values(attributes, in: event.properties)
        var person: Int64?
        for (place, match) in matches.enumerated() where names[place] == event.name {
            guard zip(match.conditions, places[place]).allSatisfy({ $0.holds(for: values[$1]) }) else { continue }
            if person == nil { person = try reader(event, install) }
            visit(place, event, person ?? 0, values)
        }
    }

    private mutating func reader(_ event: LoggedEvent, _ install: String) throws(StoreError) -> Int64 {
        let key = event.user.map { NameTable.key(of: $0, .user(scope)) } ?? NameTable.key(of: install, .install(scope))
        if let number = readers[key] { return number }
        find.bind(1, key)
        let number = try find.first() ?? 0
        if readers.count >= Self.mostReaders { readers = [:] }
        readers[key] = number
        return number
    }
}
