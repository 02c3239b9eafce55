import Collector
import Hummingbird
import Markup
import MarqueeWire
import PlatformStore

/// Universal events: how many there were by day, type, goal and campaign, and each of them with its attributes.
struct EventsRoom: PortalRoom {
    private struct CountsPage: Sendable {
        struct Part: Sendable {
            let value: String
            let name: String
            let isChosen: Bool
        }

        struct Row: Sendable {
            let cells: [Cell]
            let events: Int
        }

        struct Cell: Sendable {
            let name: String
            let value: String
        }

        let frame: PageFrame
        let from: String
        let through: String
        let parts: [Part]
        let head: [String]
        let rows: [Row]
        let isEmpty: Bool
        /// Whether there are more rows than the page shows.
        let isCut: Bool
        /// Empty for spans that are too long to be drawn.
        let chart: HTML
        let hasChart: Bool
        let export: String
        let raw: String
    }

    private struct RawPage: Sendable {
        struct Choice: Sendable {
            let value: String
            let name: String
            let isSelected: Bool
        }

        let frame: PageFrame
        let from: String
        let through: String
        let types: [Choice]
        let install: String
        let events: [EventLine]
        let isEmpty: Bool
        let next: String?
        let export: String
    }

    private static let pageSize = 50
    private static let pieceSize = 1000
    /// Of the table on the page; its file has all of them.
    private static let mostRows = 1000
    /// Days; more would not be told apart, and their counts are beyond one answer.
    private static let mostDrawn = 92

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/events") { request, _, visit in
            try await counts(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("engage/events.csv") { request, _, visit in
            try await exportCounts(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("engage/raw-events") { request, _, visit in
            try await raw(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("engage/raw-events.csv") { request, _, visit in
            try exportRaw(try FormFields(request.uri.query ?? ""), visit)
        }
    }

    private static let partNames: [(part: UniversalCount.Part, name: String)] = [
        (.day, "Day"), (.type, "Type"), (.goal, "Goal"), (.campaign, "Campaign"),
    ]

    /// The parts that each row of the table stands for; the types if the address names none.
    private static func parts(_ query: FormFields) -> Set<UniversalCount.Part> {
        let chosen = UniversalCount.Part.allCases.filter { query.has("by.\($0.rawValue)") }
        return chosen.isEmpty ? [.type] : Set(chosen)
    }

    private static func cell(_ part: UniversalCount.Part, of count: UniversalCount) -> String {
        switch part {
        case .day: count.day?.description ?? ""
        case .type: count.type.map { EventLine.words(for: $0.eventName) } ?? "other"
        case .goal: count.goal ?? "none"
        case .campaign: count.campaign ?? "none"
        }
    }

    private func counts(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let days = try DayRange.days(query, today: Day(desk.now()))
        let parts = Self.parts(query)
        let shown = Self.partNames.filter { parts.contains($0.part) }
        let counts = try await wing.collector.reports.universalCounts(
            scope: try visit.scope(), days: days, by: parts, limit: Self.mostRows + 1)
        let span = "from=\(days.lowerBound)&through=\(days.upperBound)"
        let by = shown.map { "&by.\($0.part.rawValue)=on" }.joined()
        let chart = counts.isEmpty ? nil : try await chart(days, visit)
        let page = CountsPage(
            frame: desk.frame(
                "Events", subtitle: wing.collector.subtitle("\(days.lowerBound) to \(days.upperBound), days in UTC"),
                at: EngagePath.events, visit),
            from: days.lowerBound.description, through: days.upperBound.description,
            parts: Self.partNames.map {
                .init(value: $0.part.rawValue, name: $0.name, isChosen: parts.contains($0.part))
            },
            head: shown.map(\.name),
            rows: counts.prefix(Self.mostRows).map { count in
                .init(
                    cells: shown.map { .init(name: $0.name, value: Self.cell($0.part, of: count)) },
                    events: count.events)
            },
            isEmpty: counts.isEmpty, isCut: counts.count > Self.mostRows, chart: chart ?? "", hasChart: chart != nil,
            export: "\(EngagePath.events).csv?\(span)\(by)",
            raw: "\(EngagePath.rawEvents)?\(span)")
        return try desk.page(page, "engage-events")
    }

    /// All events and completed goals, day by day; `nil` for spans of one day and of many.
    private func chart(_ days: ClosedRange<Day>, _ visit: Visit) async throws -> HTML? {
        let numbers = days.lowerBound.number...days.upperBound.number
        guard numbers.count > 1, numbers.count <= Self.mostDrawn else { return nil }
        // At most one row for each day and type.
        let counts = try await wing.collector.reports.universalCounts(
            scope: try visit.scope(), days: days, by: [.day, .type])
        func series(_ name: String, _ isCounted: (UniversalCount) -> Bool) -> LineChart.Series {
            var byDay: [Int: Int] = [:]
            for count in counts where isCounted(count) {
                if let day = count.day { byDay[day.number, default: 0] += count.events }
            }
            return .init(
                name: name, values: numbers.map { Double(byDay[$0] ?? 0) },
                total: String(byDay.values.reduce(0, +)))
        }
        return LineChart(
            id: "events", title: "Universal events by day", axis: "Events", scale: .count,
            labels: numbers.map { String(Day(number: $0).description.dropFirst(5)) },
            series: [series("All events") { _ in true }, series("Goals completed") { $0.type == .goalCompleted }]
        ).markup
    }

    private func exportCounts(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let days = try DayRange.days(query, today: Day(desk.now()))
        let parts = Self.parts(query)
        let shown = Self.partNames.filter { parts.contains($0.part) }
        let counts = try await wing.collector.reports.universalCounts(
            scope: try visit.scope(), days: days, by: parts)
        return CSVAnswer.table(
            "marquee-engage-events-\(days.lowerBound)-\(days.upperBound)", shown.map(\.name) + ["Events"],
            counts.map { count in shown.map { .text(Self.cell($0.part, of: count)) } + [.count(count.events)] })
    }

    /// Events of some days, the latest first by the time at which they happened.
    private func question(_ query: FormFields, _ visit: Visit, limit: Int) throws -> EventQuery {
        let days = try DayRange.days(query, today: Day(desk.now()))
        return EventQuery(
            scope: try visit.scope(), name: query.optional("type"), install: query.optional("install"),
            from: days.lowerBound.start, until: (days.upperBound + 1).start,
            before: query.optional("before").flatMap { EventCursor($0) }, limit: limit)
    }

    private func raw(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let question = try question(query, visit, limit: Self.pageSize)
        let found = try await wing.collector.events(question)
        let days = try DayRange.days(query, today: Day(desk.now()))
        let filters = [
            ("from", days.lowerBound.description), ("through", days.upperBound.description),
            ("type", question.name ?? ""), ("install", question.install ?? ""),
        ].filter { !$0.1.isEmpty }.map { "\($0.0)=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
        let page = RawPage(
            frame: desk.frame(
                "Events one by one",
                subtitle: wing.collector.subtitle("The latest first, by the time at which they happened"),
                at: EngagePath.events, visit),
            from: days.lowerBound.description, through: days.upperBound.description,
            types: EventLine.types.map {
                .init(value: $0, name: EventLine.words(for: $0), isSelected: $0 == question.name)
            },
            install: question.install ?? "", events: found.events.map(EventLine.init), isEmpty: found.events.isEmpty,
            next: found.next.map {
                "\(EngagePath.rawEvents)?\(filters)&before=\(PercentEncoding.encoded($0.description))"
            },
            export: "\(EngagePath.rawEvents).csv?\(filters)")
        return try desk.page(page, "engage-raw-events")
    }

    private func exportRaw(_ query: FormFields, _ visit: Visit) throws -> Response {
        let question = try question(query, visit, limit: Self.pieceSize)
        return CSVAnswer.pieces("marquee-engage-raw-events", EventLine.heading) { (cursor: EventCursor?) in
            var next = question
            if let cursor { next.before = cursor }
            let page = try await wing.collector.events(next)
            return CSVAnswer.Piece(rows: page.events.map(EventLine.cells), next: page.next)
        }
    }
}
