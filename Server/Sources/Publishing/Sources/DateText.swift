import Foundation
import MarqueeWire

/// Reads the dates that people and programs write in articles: ISO 8601 and loose variants of it, RFC 822, and
/// written-out months.
///
/// A date without a time zone is read as UTC, so that the result does not depend on the machine.
enum DateText {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let zones = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
        "mdt": -360, "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "bst": 60,
    ]

    /// - Returns: `nil` for anything that is not a date of the years 1900 to 9999.
    static func parse(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 80 else { return nil }
        let words = text.replacing(/(\d)T(\d)/, with: { "\($0.1) T\($0.2)" }).split {
            $0 == " " || $0 == "," || $0 == "\t"
        }.map(String.init)
        var day: (year: Int, month: Int, day: Int)?
        var time = (hour: 0, minute: 0, second: 0, milliseconds: 0)
        var offset = 0
        var loose: [Int] = []
        var month: Int?
        for original in words {
            let word = original.lowercased()
            if let date = calendarDay(word) {
                guard day == nil else { return nil }
                day = date
            } else if let (clock, zone) = clock(word) {
                time = clock
                offset = zone ?? offset
            } else if let zone = zones[word] ?? zone(word) {
                offset = zone
            } else if let index = months.firstIndex(where: { word.hasPrefix($0) }) {
                month = index + 1
            } else if let number = ordinal(word) {
                loose.append(number)
            } else if !isWeekday(word), word != "t", word != "of" {
                guard ["am", "pm"].contains(word) else { return nil }
                time.hour = time.hour % 12 + (word == "pm" ? 12 : 0)
            }
        }
        guard let found = day ?? written(month: month, numbers: loose) else { return nil }
        return timestamp(found, time, offset)
    }

    /// `2016-1-05`, `2016/01/05`, `2016.1.5`.
    private static func calendarDay(_ word: String) -> (Int, Int, Int)? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" || $0 == "." }
        guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else { return nil }
        return (year, month, day)
    }

    /// `10:01`, `t10:01:01.250z`, `9:30:00+02:00`.
    private static func clock(_ word: String) -> ((Int, Int, Int, Int), Int?)? {
        let text = word.hasPrefix("t") ? word.dropFirst() : word[...]
        guard text.first?.isNumber == true, text.contains(":") else { return nil }
        let body = text.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let parts = body.split(separator: ":")
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
        let seconds = parts.count == 3 ? Double(parts[2]) : 0
        guard let seconds, (0..<61).contains(seconds) else { return nil }
        let rest = String(text.dropFirst(body.count))
        guard rest.isEmpty || zones[rest] != nil || zone(rest) != nil else { return nil }
        let milliseconds = Int(((seconds - seconds.rounded(.down)) * 1000).rounded())
        return ((hour, minute, Int(seconds), milliseconds), rest.isEmpty ? nil : zones[rest] ?? zone(rest))
    }

    /// `+0200`, `-07:00`, `+02`, in minutes.
    private static func zone(_ word: String) -> Int? {
        guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
        let digits = word.dropFirst().filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let number = Int(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 14, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }

    private static func ordinal(_ word: String) -> Int? {
        let digits = word.prefix { $0.isNumber }
        guard !digits.isEmpty, ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
        return Int(digits)
    }

    private static func isWeekday(_ word: String) -> Bool {
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains { word.hasPrefix($0) }
    }

    /// `5 January 2016`, `January 5, 2016`, `05 Jan 16`.
    private static func written(month: Int?, numbers: [Int]) -> (Int, Int, Int)? {
        guard let month, numbers.count == 2 else { return nil }
        let (day, year) = numbers[0] > 31 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        return (year < 100 ? year + (year < 70 ? 2000 : 1900) : year, month, day)
    }

    private static func timestamp(
        _ day: (year: Int, month: Int, day: Int), _ time: (hour: Int, minute: Int, second: Int, milliseconds: Int),
        _ offset: Int
    ) -> Timestamp? {
        let parts = DateComponents(year: day.year, month: day.month, day: day.day)
        guard (1900...9999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day),
            (0...23).contains(time.hour), (0...59).contains(time.minute), parts.isValidDate(in: calendar),
            let midnight = calendar.date(from: parts)
        else { return nil }
        let seconds = time.hour * 3600 + time.minute * 60 + time.second - offset * 60
        return Timestamp(
            milliseconds: Timestamp(midnight).milliseconds + Int64(seconds) * 1000 + Int64(time.milliseconds))
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
