import PlatformStore

/// What a question looks for: an event by its name and what its attributes say.
///
/// Questions without conditions are answered from facts, however many events there are. Conditions need the log's
/// properties: then a question looks at ``Questions/mostEvents`` events at most, and its ``AnswerCoverage`` says how far
/// it came.
public struct EventMatch: Sendable, Hashable, Codable {
    /// The most conditions of one event.
    public static let mostConditions = 10

    /// The event's name, as in the log.
    public var event: String
    /// All of them hold.
    public var conditions: [EventCondition]

    /// An event, whatever its attributes say unless conditions are given.
    public init(_ event: String, where conditions: [EventCondition] = []) {
        self.event = event
        self.conditions = conditions
    }

    func check() throws(StoreError) {
        guard (1...64).contains(event.utf8.count) else {
            throw StoreError(.invalid, "a question names an event by 1 to 64 characters")
        }
        guard conditions.count <= Self.mostConditions else {
            throw StoreError(.invalid, "an event has at most \(Self.mostConditions) conditions")
        }
        for condition in conditions { try condition.check() }
    }
}
