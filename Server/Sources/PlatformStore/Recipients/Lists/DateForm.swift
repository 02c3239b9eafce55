/// Days and times in the forms that clients send, read without a locale or a time zone of the machine.
enum DateForm {
    /// `MM/dd/yyyy` of `M/d/yyyy`, `MM-dd-yyyy` or `yyyy-MM-dd`; a time behind it is dropped.
    static func day(_ text: String) -> String? {
        parts(text).flatMap { day($0.day) }
    }

    /// `HH:mm:ss` of `H:mm` or `H:mm:ss`, with `AM` or `PM`.
    static func time(_ text: String) -> String? {
        var words = text.split(separator: " ")
        guard let first = words.first else { return nil }
        words.removeFirst()
        return time(first, half: words.first?.uppercased())
    }

    /// `MM/dd/yyyy HH:mm:ss`; a day alone is its first second, and `GMT`, `UTC` or `Z` may follow.
    static func instant(_ text: String) -> String? {
        guard let parts = parts(text), let day = day(parts.day) else { return nil }
        guard let clock = parts.time else { return "\(day) 00:00:00" }
        let half = parts.rest.first?.uppercased()
        let zones: Set = ["GMT", "UTC", "Z"]
        let others = parts.rest.filter { !["AM", "PM"].contains($0.uppercased()) }
        guard others.allSatisfy({ zones.contains($0.uppercased()) }), let time = time(clock, half: half) else {
            return nil
        }
        return "\(day) \(time)"
    }

    /// A text that sorts as the day or instant does: the year first.
    static func sortable(_ text: String) -> String {
        let digits = text.prefix(10).split(separator: "/")
        return digits.count == 3 ? "\(digits[2])\(digits[0])\(digits[1])\(text.dropFirst(10))" : text
    }

    private static func parts(_ text: String) -> (day: Substring, time: Substring?, rest: [Substring])? {
        var words = text.split(separator: " ")
        guard var day = words.first, words.count <= 4 else { return nil }
        words.removeFirst()
        if let mark = day.firstIndex(of: "T") {
            words.insert(day[day.index(after: mark)...], at: 0)
            day = day[..<mark]
        }
        guard var time = words.first else { return (day, nil, []) }
        words.removeFirst()
        if time.hasSuffix("Z") { time.removeLast() }
        if let point = time.firstIndex(of: ".") { time = time[..<point] }
        return (day, time, words)
    }

    private static func day(_ text: Substring) -> String? {
        let isYearFirst = text.prefix(5).hasSuffix("-") && text.utf8.count == 10
        let numbers = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }.map(number)
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2] else {
            return nil
        }
        let (year, month, day) = isYearFirst ? (first, second, third) : (third, first, second)
        guard (1...9999).contains(year), year >= 1000, (1...12).contains(month), day >= 1, day <= days(month, of: year)
        else { return nil }
        return "\(two(month))/\(two(day))/\(year)"
    }

    private static func time(_ text: Substring, half: String?) -> String? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(numbers.count), var hour = numbers[0], let minute = numbers[1] else { return nil }
        let second = numbers.count == 3 ? numbers[2] : 0
        guard let second, (0...59).contains(minute), (0...59).contains(second) else { return nil }
        if half == "AM" || half == "PM" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "PM" ? 12 : 0)
        }
        guard (0...23).contains(hour) else { return nil }
        return "\(two(hour)):\(two(minute)):\(two(second))"
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(ColumnValue.isDigit) else { return nil }
        return Int(text)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func days(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
