/// What is counted of placements. The raw value stands in the file and never changes.
public enum PlacementFigure: Int, Sendable, CaseIterable {
    /// Opens of the app; two opens of one session are two.
    case opens = 1
    /// Sessions that ended before an open.
    case sessions = 2
    /// Their length in seconds.
    case sessionSeconds = 3
    /// Installs that opened the app for the first time.
    case newInstalls = 4
    /// Installs that opened the app, each once a day.
    case activeInstalls = 5
    /// Active installs that had not opened the app in the seven days before.
    case reengagedInstalls = 6
    /// Of the new installs of the day, those that opened the app one day later.
    case returnedDay1 = 7
    /// Seven days later.
    case returnedDay7 = 8
    /// Thirty days later.
    case returnedDay30 = 9
    /// Requests that were answered with a unit.
    case answers = 10
    /// Requests for which there was no unit.
    case emptyAnswers = 11
    /// Units that were on the screen.
    case impressions = 12
    /// Links that were followed.
    case clicks = 13
    /// Units that were dismissed with the close button.
    case closed = 14
    /// Units that were dismissed with a button of their own.
    case dismissed = 15
    /// Rewards that were unlocked.
    case rewards = 16
    /// Units whose button to buy was pressed.
    case tries = 17
    /// Purchases that devices report as bought.
    case bought = 18
    /// Purchases that the player cancelled.
    case cancelled = 19
    /// Purchases that ended with an error, or without a price.
    case failed = 20
    /// Tries without a report within 24 hours.
    case unresolved = 21
    /// Forms that were answered.
    case forms = 22
    /// Requests for a badge that were answered with a value.
    case badges = 23
    /// Requests for a badge that has no value.
    case emptyBadges = 24
    /// Lists of games that were on the screen after their badge was.
    case opensWithBadge = 25
    /// Lists of games that were on the screen, and no badge before.
    case opensWithoutBadge = 26
    /// Tries that wait for a report, younger than 24 hours. It is not stored.
    case waiting = 27
}

/// Figures of placements by kind; 0 for what did not happen.
public struct PlacementCounts: Sendable, Hashable {
    private var numbers: [PlacementFigure: Int] = [:]

    /// Nothing counted.
    public init() {}

    /// How often something happened.
    public subscript(_ figure: PlacementFigure) -> Int {
        get { numbers[figure] ?? 0 }
        set { numbers[figure] = newValue }
    }

    /// Whether nothing happened at all.
    public var isEmpty: Bool { numbers.values.allSatisfy { $0 == 0 } }

    /// Adds other figures.
    public mutating func add(_ other: PlacementCounts) {
        for (figure, number) in other.numbers { numbers[figure, default: 0] += number }
    }

    /// A share of something, 0 to 1 where one is part of the other; `nil` if there is nothing to share.
    public func share(_ part: PlacementFigure, of whole: PlacementFigure) -> Double? {
        self[whole] > 0 ? Double(self[part]) / Double(self[whole]) : nil
    }

    /// The average length of a session in seconds; `nil` without sessions.
    public var secondsPerSession: Double? { share(.sessionSeconds, of: .sessions) }
}
