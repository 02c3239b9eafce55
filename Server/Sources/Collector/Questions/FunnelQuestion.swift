/// How many people did some things one after the other.
///
///     let funnel = FunnelQuestion(
///         [EventMatch("engage_session_started"), EventMatch("engage_goal_completed")], within: .seconds(3600),
///         days: (today + -29)...today)
///     let answer = try await collector.questions.funnel(funnel, scope: scope)
public struct FunnelQuestion: Sendable, Hashable, Codable {
    /// The number of steps that a funnel can have.
    public static let stepCounts = 2...10

    /// In their order. Other events may happen between them.
    public var steps: [EventMatch]
    /// The time in seconds from the first step to the last.
    public var seconds: Int
    /// Days of UTC, both included.
    public var days: ClosedRange<Day>

    /// - Parameter window: the time from the first step to the last, in whole seconds.
    public init(_ steps: [EventMatch], within window: Duration, days: ClosedRange<Day>) {
        self.steps = steps
        seconds = Int(window.components.seconds)
        self.days = days
    }
}

/// How far people came in a funnel.
public struct FunnelAnswer: Sendable, Hashable, Codable {
    /// For each step, the people who came that far.
    public let people: [Int]
    /// What the answer was made of.
    public let coverage: AnswerCoverage

    /// The part of the people of the first step who came to the last, 0 to 1.
    public var conversionRate: Double {
        guard let first = people.first, let last = people.last, first > 0 else { return 0 }
        return Double(last) / Double(first)
    }
}
