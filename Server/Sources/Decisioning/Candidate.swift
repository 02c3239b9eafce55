/// Something that may be shown: a content unit or an ad. The engine knows no more of it than what is needed to choose.
public struct Candidate: Sendable, Hashable {
    /// Unique in a catalogue.
    public var id: String
    /// A lower number is asked first. Candidates of the same number share their turn by ``weight``.
    public var priority: Int
    /// The share among candidates of the same priority, above 0.
    public var weight: Double
    /// Whether its editors stopped it for now.
    public var isPaused: Bool
    /// When it may be shown.
    public var schedule: Schedule
    /// All of these have to hold.
    public var conditions: [Condition]
    /// None of these may be reached.
    public var caps: [Cap]
    /// What the device has to be able to do, for example to sell something.
    public var capabilities: Set<String>

    /// A candidate without any restriction.
    public init(
        _ id: String, priority: Int = 0, weight: Double = 1, isPaused: Bool = false, schedule: Schedule = Schedule(),
        conditions: [Condition] = [], caps: [Cap] = [], capabilities: Set<String> = []
    ) {
        self.id = id
        self.priority = priority
        self.weight = weight
        self.isPaused = isPaused
        self.schedule = schedule
        self.conditions = conditions
        self.caps = caps
        self.capabilities = capabilities
    }
}

/// A bound on how often a candidate is shown.
public struct Cap: Sendable, Hashable {
    /// Whose showings count.
    public enum Scope: String, Sendable, CaseIterable, Codable {
        /// Those to the same subject, which is a device or a person.
        case subject
        /// Those to everybody.
        case everybody
    }

    /// Which time counts.
    public enum Window: Sendable, Hashable {
        /// All time.
        case ever
        /// The time before the decision, in whole seconds above 0.
        case seconds(Int)
    }

    /// So many showings, at least 0.
    public var limit: Int
    /// Whose showings count.
    public var scope: Scope
    /// Which time counts.
    public var window: Window

    /// At most `limit` showings to a scope in a window.
    public init(_ limit: Int, _ scope: Scope = .subject, within window: Window = .ever) {
        self.limit = limit
        self.scope = scope
        self.window = window
    }
}
