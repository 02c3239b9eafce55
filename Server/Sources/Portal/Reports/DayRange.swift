import Collector

/// The days that a report is about, as the fields `from` and `through` say them.
enum DayRange {
    private static let mostDays = 3660

    /// Both included, days of UTC; the latest thirty unless the fields say otherwise.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func days(_ query: FormFields, today: Day) throws(PortalError) -> ClosedRange<Day> {
        let through = Day(query["through"]) ?? today
        let from = Day(query["from"]) ?? through + -29
        guard from <= through, through.number - from.number <= mostDays else {
            throw PortalError(
                .invalidField, "The first day must not be after the last, and at most ten years before it.")
        }
        return from...through
    }
}
