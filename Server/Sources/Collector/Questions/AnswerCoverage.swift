/// What an answer was made of.
public struct AnswerCoverage: Sendable, Hashable, Codable {
    /// Events that were looked at.
    public var events = 0
    /// The first day that was looked at, when the bound on events was reached before the question's first day; the answer
    /// says nothing about the days before it. It is behind the question's days when not even the last day could be read to
    /// its beginning. `nil` for a whole answer.
    public var since: Day?
    /// People beyond the bound, who were left out.
    public var peopleLeftOut = 0

    /// The coverage of an answer that looked at nothing.
    public init() {}

    /// Whether nothing was left out.
    public var isWhole: Bool { since == nil && peopleLeftOut == 0 }
}
