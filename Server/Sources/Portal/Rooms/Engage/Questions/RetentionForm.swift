import Collector

/// A question about who comes back, as fields: the first event, the event of coming back, days, and the length of a period.
enum RetentionForm {
    static let names = ["from", "through", "unit", "periods"] + EventFields.names(1) + EventFields.names(2)

    static func units(_ form: FormFields) -> [QuestionPage.Choice] {
        let chosen = form.optional("unit") ?? RetentionQuestion.Unit.day.rawValue
        return RetentionQuestion.Unit.allCases.map {
            .init(value: $0.rawValue, name: $0 == .day ? "days" : "weeks", isSelected: $0.rawValue == chosen)
        }
    }

    static func periods(_ form: FormFields) -> String { form.optional("periods") ?? "7" }

    static func events(_ form: FormFields, names: [String]) -> [EventFields] {
        [(1, "First"), (2, "Coming back")].map {
            EventFields(form, number: $0.0, label: $0.1, names: names)
        }
    }

    /// - Returns: `nil` for a form without an event.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func question(_ form: FormFields, today: Day) throws(PortalError) -> RetentionQuestion? {
        let (first, then) = (try EventFields.match(form, 1), try EventFields.match(form, 2))
        guard first != nil || then != nil else { return nil }
        guard let first, let then else {
            throw PortalError(.invalidField, "Choose what people do first, and what counts as coming back.")
        }
        guard let unit = RetentionQuestion.Unit(rawValue: form.optional("unit") ?? "day") else {
            throw PortalError(.invalidField, "There is no such unit of time.")
        }
        let periods = try QuestionPage.number(
            form, "periods", "Periods", in: 1...RetentionQuestion.mostPeriods, standard: 7)
        return RetentionQuestion(
            first: first, then: then, unit: unit, periods: periods, days: try DayRange.days(form, today: today))
    }
}
