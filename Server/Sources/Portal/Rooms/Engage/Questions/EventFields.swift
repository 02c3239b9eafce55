import Collector

/// The fields that name an event and say what its attributes are: `event.N`, `attribute.N.M`, `comparison.N.M` and
/// `value.N.M`.
struct EventFields: Sendable {
    struct Choice: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    struct Condition: Sendable {
        /// As names of fields have it.
        let field: String
        /// As ids of elements have it.
        let place: String
        let label: String
        let attribute: String
        let comparisons: [Choice]
        let value: String
    }

    /// The conditions that a form has room for.
    private static let conditions = 1...2

    let number: Int
    let label: String
    let events: [Choice]
    let conditions: [Condition]
    let hasConditions: Bool

    /// - Parameters:
    ///   - number: tells the event from others of the form.
    ///   - label: what the event is for.
    ///   - names: the events to choose from; the one that the form names is added.
    init(_ form: FormFields, number: Int, label: String, names: [String]) {
        let chosen = form["event.\(number)"]
        let all = chosen.isEmpty || names.contains(chosen) ? names : names + [chosen]
        self.number = number
        self.label = label
        events = all.map { Choice(value: $0, name: EventLine.words(for: $0), isSelected: $0 == chosen) }
        conditions = Self.conditions.map { place in
            let field = "\(number).\(place)"
            let comparison = form.optional("comparison.\(field)") ?? EventCondition.Comparison.equals.rawValue
            return Condition(
                field: field, place: "\(number)-\(place)", label: "\(label), condition \(place)",
                attribute: form["attribute.\(field)"],
                comparisons: EventCondition.Comparison.allCases.map {
                    Choice(value: $0.rawValue, name: Self.words(of: $0), isSelected: $0.rawValue == comparison)
                },
                value: form["value.\(field)"])
        }
        hasConditions = conditions.contains { !$0.attribute.isEmpty }
    }

    /// The event that the fields name; `nil` when no event is chosen.
    /// - Throws: ``PortalError`` with `invalidField` for a comparison that there is not.
    static func match(_ form: FormFields, _ number: Int) throws(PortalError) -> EventMatch? {
        guard let event = form.optional("event.\(number)") else { return nil }
        var found: [EventCondition] = []
        for place in conditions {
            let field = "\(number).\(place)"
            guard let attribute = form.optional("attribute.\(field)") else { continue }
            let comparison = form.optional("comparison.\(field)") ?? EventCondition.Comparison.equals.rawValue
            guard let comparison = EventCondition.Comparison(rawValue: comparison) else {
                throw PortalError(.invalidField, "There is no such comparison.")
            }
            found.append(EventCondition(attribute, comparison, form["value.\(field)"]))
        }
        return EventMatch(event, where: found)
    }

    /// The names of the fields of one event.
    static func names(_ number: Int) -> [String] {
        ["event.\(number)"]
            + conditions.flatMap { place in
                ["attribute", "comparison", "value"].map { "\($0).\(number).\(place)" }
            }
    }

    private static func words(of comparison: EventCondition.Comparison) -> String {
        switch comparison {
        case .equals: "is"
        case .differs: "is not"
        case .contains: "contains"
        case .begins: "begins with"
        case .atLeast: "is at least"
        case .atMost: "is at most"
        case .exists: "is there"
        case .isMissing: "is not there"
        }
    }
}
