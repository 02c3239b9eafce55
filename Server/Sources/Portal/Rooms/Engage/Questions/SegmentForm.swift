import Collector

/// A segment as fields: rules of one event each, how often it happened, in how many days, and whether it did.
enum SegmentForm {
    struct Rule: Sendable {
        let number: Int
        let fields: EventFields
        let did: [QuestionPage.Choice]
        let times: String
        let days: String
    }

    /// The rules that a form can have.
    static let most = 5
    private static let mostTimes = 1_000_000
    static let standardDays = 30

    static let names =
        ["joint"]
        + (1...most).flatMap { number in
            EventFields.names(number) + ["did.\(number)", "times.\(number)", "days.\(number)"]
        }

    static func rules(_ form: FormFields, names: [String]) -> [Rule] {
        (1...QuestionPage.count(form, least: 2, most: most)).map { number in
            Rule(
                number: number,
                fields: EventFields(form, number: number, label: "Rule \(number)", names: names),
                did: [("yes", "did"), ("no", "did not do")].map {
                    .init(value: $0.0, name: $0.1, isSelected: form["did.\(number)"] == $0.0)
                },
                times: form.optional("times.\(number)") ?? "1",
                days: form.optional("days.\(number)") ?? String(standardDays))
        }
    }

    /// - Returns: `nil` for a form without an event.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func segment(_ form: FormFields) throws(PortalError) -> BehaviourSegment? {
        var rules: [BehaviourSegment.Rule] = []
        for number in 1...most {
            guard let event = try EventFields.match(form, number) else { continue }
            let times = try QuestionPage.number(
                form, "times.\(number)", "At least this many times", in: 1...mostTimes, standard: 1)
            let days = try QuestionPage.number(
                form, "days.\(number)", "In the last days", in: 1...Questions.mostDays, standard: standardDays)
            rules.append(.init(event, times: times, days: days, isExclusion: form["did.\(number)"] == "no"))
        }
        guard !rules.isEmpty else { return nil }
        guard rules.contains(where: { !$0.isExclusion }) else {
            throw PortalError(.invalidField, "A segment has at least one rule about what people did.")
        }
        return BehaviourSegment(rules, joint: form["joint"] == "any" ? .any : .all)
    }
}
