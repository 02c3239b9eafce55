import MarqueeWire

/// A month as a table of weeks, and as a list of the days that have something.
struct MonthGrid<Item: Sendable>: Sendable {
    struct Day: Sendable {
        /// Empty in a week's part outside the month.
        var number = ""
        var name = ""
        var isToday = false
        var items: [Item] = []
        /// How many more there are than are shown.
        var more: Int?
    }

    struct Week: Sendable {
        let days: [Day]
    }

    let title: String
    /// The months before and after, as addresses name them.
    let before: String
    let after: String
    let weeks: [Week]
    /// The days that have something.
    let days: [Day]
    let isEmpty: Bool

    /// - Parameters:
    ///   - most: how many items of a day are shown; others are counted.
    ///   - items: what belongs to a day; the first one is 1.
    init(_ month: CalendarMonth, now: Timestamp, most: Int = .max, items: (Int) -> [Item]) {
        let today = CalendarMonth(now) == month ? month.day(of: now) : 0
        let all = (1...month.length).map { number in
            let found = items(number)
            return Day(
                number: String(number), name: month.name(of: number), isToday: number == today,
                items: Array(found.prefix(most)), more: found.count > most ? found.count - most : nil)
        }
        let cells = Array(repeating: Day(), count: month.firstWeekday) + all
        let padded = cells + Array(repeating: Day(), count: (7 - cells.count % 7) % 7)
        (title, before, after) = (month.title, month.previous.text, month.next.text)
        weeks = stride(from: 0, to: padded.count, by: 7).map { Week(days: Array(padded[$0..<($0 + 7)])) }
        days = all.filter { !$0.items.isEmpty }
        isEmpty = days.isEmpty
    }
}
