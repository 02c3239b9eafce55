import Collector

/// A funnel as fields: events one after the other, the time from the first to the last, days, and an attribute to compare by.
enum FunnelForm {
    /// The steps that a form can have.
    static let most = 8
    static let names =
        ["from", "through", "window", "unit", "by"] + (1...most).flatMap { EventFields.names($0) }

    private static let units = [
        (value: "minute", name: "minutes", seconds: 60), (value: "hour", name: "hours", seconds: 3600),
        (value: "day", name: "days", seconds: 86_400),
    ]

    static func units(_ form: FormFields) -> [QuestionPage.Choice] {
        let chosen = form.optional("unit") ?? "day"
        return units.map { .init(value: $0.value, name: $0.name, isSelected: $0.value == chosen) }
    }

    static func window(_ form: FormFields) -> String { form.optional("window") ?? "7" }

    static func steps(_ form: FormFields, names: [String]) -> [EventFields] {
        (1...QuestionPage.count(form, least: 3, most: most)).map {
            EventFields(form, number: $0, label: "Step \($0)", names: names)
        }
    }

    /// - Returns: `nil` for a form without an event.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func question(_ form: FormFields, today: Day) throws(PortalError) -> FunnelQuestion? {
        var steps: [EventMatch] = []
        for number in 1...most {
            if let step = try EventFields.match(form, number) { steps.append(step) }
        }
        guard !steps.isEmpty else { return nil }
        guard steps.count >= 2 else { throw PortalError(.invalidField, "A funnel has at least two steps.") }
        let unit = units.first { $0.value == form.optional("unit") ?? "day" }
        guard let unit else { throw PortalError(.invalidField, "There is no such unit of time.") }
        let most = Questions.mostDays * 86_400 / unit.seconds
        let window = try QuestionPage.number(form, "window", "Within", in: 1...most, standard: 7)
        return FunnelQuestion(
            steps, within: .seconds(window * unit.seconds), days: try DayRange.days(form, today: today))
    }
}
