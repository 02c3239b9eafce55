public import MarqueeWire
import PlatformStore

extension Reports {
    /// The most lines of a report by campaigns or parts of universal events.
    public static let mostLines = 100_000

    /// Campaigns in some days of UTC, the one with the most people first.
    ///
    /// Events count on the day on which they happened, whenever they arrive.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - days: both included.
    ///   - isDaily: whether each day has a line of its own; the latest day is first then.
    ///   - limit: 1 to ``mostLines``; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func campaigns(
        scope: Scope, days: ClosedRange<Day>, isDaily: Bool = false, limit: Int = mostLines
    ) async throws -> [CampaignFigures] {
        try await reader.answer { (connection) throws(StoreError) in
            var lines = CampaignLines(scope: scope, days: days, isDaily: isDaily)
            try lines.readCounts(connection)
            try lines.readPeople(connection)
            return Array(try lines.figures(connection).prefix(min(max(limit, 1), Self.mostLines)))
        }
    }

    /// The numbers of universal events, by what is asked for; the latest day first, then the highest number.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - days: days of UTC on which the events happened, both included.
    ///   - parts: the parts by which events are counted; each combination of their values is a row.
    ///   - limit: 1 to ``mostLines``; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func universalCounts(
        scope: Scope, days: ClosedRange<Day>, by parts: Set<UniversalCount.Part>, limit: Int = mostLines
    ) async throws -> [UniversalCount] {
        try await reader.answer { (connection) throws(StoreError) in
            let columns = [UniversalCount.Part.day, .type, .goal, .campaign].map {
                parts.contains($0) ? $0.rawValue : "0"
            }
            // The columns are those above and no text from outside.
            let select = try connection.prepare(
                """
                SELECT counted.day, type.text, goal.text, campaign.text, counted.events FROM (
                    SELECT \(columns[0]) AS day, \(columns[1]) AS type, \(columns[2]) AS goal, \(columns[3]) AS campaign,
                    SUM(events) AS events FROM engage_count
                    WHERE scope = (SELECT id FROM term WHERE text = ?) AND day BETWEEN ? AND ? GROUP BY 1, 2, 3, 4
                ) AS counted
                LEFT JOIN term AS type ON type.id = counted.type LEFT JOIN term AS goal ON goal.id = counted.goal
                LEFT JOIN term AS campaign ON campaign.id = counted.campaign
                ORDER BY counted.day DESC, counted.events DESC, type.text, goal.text, campaign.text LIMIT ?
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(days.lowerBound.number))
            select.bind(3, Int64(days.upperBound.number))
            select.bind(4, Int64(min(max(limit, 1), Self.mostLines)))
            var counts: [UniversalCount] = []
            while try select.step() {
                counts.append(
                    UniversalCount(
                        day: parts.contains(.day) ? Day(number: Int(select.integer(0))) : nil,
                        type: select.isNull(1) ? nil : UniversalEventType(eventName: select.text(1)),
                        goal: select.isNull(2) ? nil : select.text(2),
                        campaign: select.isNull(3) ? nil : select.text(3), events: Int(select.integer(4))))
            }
            return counts
        }
    }
}

/// The lines of a campaign report while they are read.
private struct CampaignLines {
    private struct Key: Hashable {
        let campaign: Int64
        /// 0 if events are not counted by day.
        let day: Int
    }

    private struct Line {
        var opens = 0
        var completed = 0
        var abandoned = 0
        var people = NumberSet()
        var converted = NumberSet()
    }

    private let scope: Scope
    private let days: ClosedRange<Day>
    private let isDaily: Bool
    private var lines: [Key: Line] = [:]

    init(scope: Scope, days: ClosedRange<Day>, isDaily: Bool) {
        (self.scope, self.days, self.isDaily) = (scope, days, isDaily)
    }

    mutating func readCounts(_ connection: SQLiteConnection) throws(StoreError) {
        let select = try connection.prepare(
            """
            SELECT campaign, day, term.text, linked, SUM(events) FROM engage_count JOIN term ON term.id = type
            WHERE scope = (SELECT id FROM term WHERE text = ?) AND day BETWEEN ? AND ? GROUP BY 1, 2, 3, 4
            """)
        bind(select)
        while try select.step() {
            let events = Int(select.integer(4))
            let line = key(select)
            switch UniversalEventType(eventName: select.text(2)) {
            case .notificationOpened: lines[line, default: Line()].opens += events
            case .sessionStarted where select.integer(3) != 0: lines[line, default: Line()].opens += events
            case .goalCompleted: lines[line, default: Line()].completed += events
            case .goalAbandoned: lines[line, default: Line()].abandoned += events
            default: break
            }
        }
    }

    mutating func readPeople(_ connection: SQLiteConnection) throws(StoreError) {
        let select = try connection.prepare(
            """
            SELECT campaign, day, converted, block, bits FROM campaign_person
            WHERE scope = (SELECT id FROM term WHERE text = ?) AND day BETWEEN ? AND ?
            """)
        bind(select)
        while try select.step() {
            let (block, bits, line) = (select.integer(3), select.integer(4), key(select))
            if select.integer(2) == 0 {
                lines[line, default: Line()].people.insert(bits, block: block)
            } else {
                lines[line, default: Line()].converted.insert(bits, block: block)
            }
        }
    }

    func figures(_ connection: SQLiteConnection) throws(StoreError) -> [CampaignFigures] {
        let names = try connection.prepare("SELECT text FROM term WHERE id = ?")
        var figures: [CampaignFigures] = []
        for (key, line) in lines {
            names.bind(1, key.campaign)
            let campaign = try names.step() && key.campaign != 0 ? names.text(0) : nil
            names.reset()
            var figure = CampaignFigures(campaign: campaign, day: isDaily ? Day(number: key.day) : nil)
            (figure.opens, figure.completed, figure.abandoned) = (line.opens, line.completed, line.abandoned)
            (figure.people, figure.converted) = (line.people.count, line.converted.count)
            figures.append(figure)
        }
        return figures.sorted {
            ($1.day?.number ?? 0, $1.people, $0.label) < ($0.day?.number ?? 0, $0.people, $1.label)
        }
    }

    private func bind(_ select: SQLiteStatement) {
        select.bind(1, scope.description)
        select.bind(2, Int64(days.lowerBound.number))
        select.bind(3, Int64(days.upperBound.number))
    }

    private func key(_ select: SQLiteStatement) -> Key {
        Key(campaign: select.integer(0), day: isDaily ? Int(select.integer(1)) : 0)
    }
}
