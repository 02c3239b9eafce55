import Collector
import MarqueeWire
import PlatformStore

/// Which of two units of one placement and one priority does better, and whether the figures suffice to say so.
struct ComparisonReportRoom: PlacementReportRoom {
    /// What counts as success.
    enum Goal: String, CaseIterable {
        case clicks
        case rewards
        case purchases

        var figure: PlacementFigure {
            switch self {
            case .clicks: .clicks
            case .rewards: .rewards
            case .purchases: .bought
            }
        }

        var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    static let path = PlacementReportPath.comparison
    static let title = "Comparison of two units"
    static let names = ["place", "goal"]
    /// More pairs of a placement than these are not compared.
    private static let mostPairs = RateDifference.mostComparisons

    let desk: PortalDesk
    let sources: PlacementReportSources

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let units = try await sources.placements.units(app: scope.app)
        let names = Self.names(units)
        let lists = Set(units.filter { $0.kind == .moreGames }.map(\.id))
        let places = try await sources.placements.placements(app: scope.app).filter { !Self.pairs(of: $0).isEmpty }
        let place = places.first { $0.tag == choice["place"] } ?? places.first
        let goal = choice["goal"].flatMap(Goal.init) ?? .clicks
        var content = PlacementReportPage.Content()
        content.hints = [
            "An install keeps the unit that it drew as long as the unit’s rules let it: units with the same rules, and "
                + "without caps for each device, have players of their own. The interval is Newcombe’s. With a "
                + "confidence of 95 %, all intervals of the table hold together: the more pairs, the wider each one. It "
                + "takes each impression for one player: units that players see again and again need more of them.",
            "Only days count on which both units of a pair were shown: players of other days are others.",
        ]
        if goal == .purchases {
            content.hints.append("Purchases whose cookie names no placement do not count here.")
        }
        if !places.isEmpty {
            content.selects = [
                PlacementReportPage.select("place", "Placement", places.map { ($0.tag, $0.name) }, chosen: place?.tag),
                PlacementReportPage.select(
                    "goal", "Success", Goal.allCases.map { ($0.rawValue, $0.name) }, chosen: goal.rawValue),
            ]
        }
        guard let place else {
            content.tables = [Self.table([], goal, "No placement has two units of the same priority.")]
            return content
        }
        let counts = try await counts(choice, scope, place.tag)
        let pairs = Self.pairs(of: place)
        if pairs.count > Self.mostPairs {
            content.warnings.append(
                "The placement has \(pairs.count) pairs of units that share a turn. The first \(Self.mostPairs) are "
                    + "compared.")
        }
        func text(_ pair: (String, String)) -> String {
            "\(names[pair.0] ?? pair.0) and \(names[pair.1] ?? pair.1)"
        }
        func hasShares(_ pair: (String, String)) -> Bool {
            goal != .clicks || !lists.contains(pair.0) && !lists.contains(pair.1)
        }
        let bounded = pairs.prefix(Self.mostPairs)
        content.warnings += bounded.filter { !hasShares($0) }.map {
            "\(text($0)): a player can tap several games of a list, so its clicks are no share of its impressions. "
                + "They are not compared."
        }
        let compared = bounded.filter(hasShares)
        var rows: [(values: [ReportTable.Value], address: String?)] = []
        for (first, second) in compared {
            let (one, other) = Self.samples(counts[first] ?? [:], counts[second] ?? [:], goal)
            let difference = RateDifference(from: one, to: other, among: compared.count)
            rows.append((Self.values(names[first] ?? first, one) + [.number("–", nil), .text("–"), .text("")], nil))
            rows.append((Self.values(names[second] ?? second, other) + Self.values(difference), nil))
            if difference?.isSmall ?? true {
                content.warnings.append(
                    "\(text((first, second))): the sample is too small for a decision. Wait until both units have "
                        + "\(RateDifference.fewestTrials) impressions, \(RateDifference.fewestOfEach) successes and "
                        + "\(RateDifference.fewestOfEach) without one.")
            }
        }
        content.tables = [Self.table(rows, goal, "No two units can be compared.")]
        return content
    }

    private func counts(
        _ choice: PlacementReportChoice, _ scope: Scope, _ tag: String
    ) async throws -> [String: [Day: PlacementCounts]] {
        var query = choice.query(scope, by: [.day, .unit], now: desk.now())
        (query.unit, query.placement, query.limit) = (nil, tag, 100_000)
        var counts: [String: [Day: PlacementCounts]] = [:]
        for row in try await sources.collector.reports.placements(query) {
            guard let unit = row.key.unit, let day = row.key.day else { continue }
            counts[unit, default: [:]][day] = row.counts
        }
        return counts
    }

    /// What two units came to on the days on which both were shown.
    private static func samples(
        _ first: [Day: PlacementCounts], _ second: [Day: PlacementCounts], _ goal: Goal
    ) -> (RateDifference.Sample, RateDifference.Sample) {
        func shown(_ counts: [Day: PlacementCounts]) -> Set<Day> { Set(counts.filter { $1[.impressions] > 0 }.keys) }
        let days = shown(first).intersection(shown(second))
        func sample(_ counts: [Day: PlacementCounts]) -> RateDifference.Sample {
            let counts = days.compactMap { counts[$0] }
            return RateDifference.Sample(
                successes: counts.reduce(0) { $0 + $1[goal.figure] },
                trials: counts.reduce(0) { $0 + $1[.impressions] })
        }
        return (sample(first), sample(second))
    }

    /// Units that take turns: each with each other one of its priority.
    private static func pairs(of place: PlacementRecord) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for (_, entries) in Dictionary(grouping: place.units, by: \.priority).sorted(by: { $0.key < $1.key }) {
            for (index, entry) in entries.enumerated() {
                pairs += entries.dropFirst(index + 1).map { (entry.unit, $0.unit) }
            }
        }
        return pairs
    }

    private static func values(_ unit: String, _ sample: RateDifference.Sample) -> [ReportTable.Value] {
        [.text(unit), .count(sample.trials), .count(sample.successes), .share(sample.rate)]
    }

    /// How the second unit differs from the first.
    private static func values(_ difference: RateDifference?) -> [ReportTable.Value] {
        guard let difference else { return [.number("–", nil), .text("–"), .text("no figures yet")] }
        let interval = "\(points(difference.interval.lowerBound)) to \(points(difference.interval.upperBound))"
        let verdict =
            if difference.isSmall {
                "too few figures"
            } else if !difference.isSignificant {
                "no difference is shown"
            } else {
                difference.difference > 0 ? "better" : "worse"
            }
        return [.number(points(difference.difference), difference.difference), .text(interval), .text(verdict)]
    }

    /// A difference of shares in percentage points.
    private static func points(_ difference: Double) -> String {
        let text = ReportTable.percent(abs(difference)).replacing(" %", with: "")
        return "\(difference < 0 ? "−" : "+")\(text)"
    }

    private static func table(
        _ rows: [(values: [ReportTable.Value], address: String?)], _ goal: Goal, _ empty: String
    ) -> ReportTable {
        ReportTable(
            "comparison", caption: "\(goal.name) per impression",
            hint: "The difference to the unit above and its interval are percentage points.",
            columns: ["Unit", "Impressions", goal.name, "Share", "Difference", "Interval", "Verdict"], rows: rows,
            empty: empty)
    }
}
