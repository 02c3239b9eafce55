import MarqueeWire

/// Times as results have them: `6/25/04 3:29 PM`, in UTC.
enum XMLAPIDate {
    /// Empty for `nil`.
    static func text(_ time: Timestamp?) -> String {
        // 2004-06-25T15:29:07.000Z
        guard let time else { return "" }
        let digits = Array(time.universalText.utf8)
        func number(_ range: Range<Int>) -> Int {
            digits[range].reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard digits.count >= 16 else { return "" }
        let (hour, minute) = (number(11..<13), number(14..<16))
        let year = number(2..<4)
        return "\(number(5..<7))/\(number(8..<10))/\(year < 10 ? "0" : "")\(year) "
            + "\((hour + 11) % 12 + 1):\(minute < 10 ? "0" : "")\(minute) \(hour < 12 ? "AM" : "PM")"
    }
}
