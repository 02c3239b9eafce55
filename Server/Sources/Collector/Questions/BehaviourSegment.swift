/// People by what they did, and did not, in the last days.
public struct BehaviourSegment: Sendable, Hashable, Codable {
    /// The most rules of a segment.
    public static let mostRules = 10

    /// Whether a person fulfils one rule or all of them.
    public enum Joint: String, Sendable, Hashable, CaseIterable, Codable {
        /// Each rule holds.
        case all
        /// At least one rule holds.
        case any
    }

    /// That somebody did something, so many times or more.
    public struct Rule: Sendable, Hashable, Codable {
        /// What was done.
        public var event: EventMatch
        /// The smallest number of times.
        public var times: Int
        /// The number of days up to today in which it was done, today included.
        public var days: Int
        /// Whether the rule holds for those who did not do it. Such a rule takes people away from those whom the others
        /// find.
        public var isExclusion: Bool

        /// A rule for those who did it, or with `isExclusion` for those who did not.
        public init(_ event: EventMatch, times: Int = 1, days: Int, isExclusion: Bool = false) {
            self.event = event
            self.times = times
            self.days = days
            self.isExclusion = isExclusion
        }
    }

    /// At least one of them is no exclusion.
    public var rules: [Rule]
    /// How the rules that are no exclusions are joined.
    public var joint: Joint

    /// A segment of the people who fulfil the rules.
    public init(_ rules: [Rule], joint: Joint = .all) {
        self.rules = rules
        self.joint = joint
    }
}

/// How many people are in a segment.
public struct SegmentAnswer: Sendable, Hashable, Codable {
    /// The number of people.
    public let people: Int
    /// What the answer was made of.
    public let coverage: AnswerCoverage
}

/// Some people of a segment.
public struct SegmentPage: Sendable, Hashable {
    /// Somebody of whom the warehouse knows one id.
    public enum Person: Sendable, Hashable {
        /// A user of the app.
        case user(String)
        /// An install without a user; the hash of its id if that is longer than 64 bytes, as for users.
        case install(String)
    }

    /// In the order in which they were first seen. Erased people are counted in ``SegmentAnswer`` no longer than their
    /// facts are there, and never listed.
    public let people: [Person]
    /// For the next page; `nil` after the last.
    public let next: Int64?
    /// What the answer was made of.
    public let coverage: AnswerCoverage
}
