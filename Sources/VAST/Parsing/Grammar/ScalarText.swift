/// Numbers, times and truth as documents write them. What cannot be read is `nil`, never an error: no player should
/// lose an ad to a misspelt size.
enum ScalarText {
    /// `true`, `false`, `1`, `0`.
    static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// A whole number from 0 on; a fraction is cut off.
    static func int(_ text: String) -> Int? {
        if let value = Int(text) { return value >= 0 ? value : nil }
        return number(text).flatMap { Int(exactly: $0.rounded(.down)) }
    }

    /// A decimal number from 0 on.
    static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2B }
        guard isDecimal, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// `HH:MM:SS`, `HH:MM:SS.mmm`, `MM:SS`, or seconds; not negative.
    ///
    /// Minutes and seconds beyond 59 are counted as they stand. The standard knows the first two only.
    static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let last = parts.last, let seconds = seconds(last) else { return nil }
        var total = Duration.zero
        for part in parts.dropLast() {
            guard let value = whole(part) else { return nil }
            total = (total + .seconds(value)) * 60
        }
        return total + seconds
    }

    /// A time, or a part of the duration from `0%` to `100%`.
    static func offset(_ text: String) -> Offset? {
        guard text.hasSuffix("%") else { return duration(text).map { .time($0) } }
        guard let percent = number(String(text.dropLast()).trimmed), percent <= 100 else { return nil }
        return .percent(percent)
    }

    private static func seconds(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = whole(parts[0]) else { return nil }
        guard parts.count == 2 else { return .seconds(whole) }
        let digits = parts[1].prefix(9)
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let fraction = Int64(digits) else {
            return nil
        }
        let scale = (digits.count..<9).reduce(Int64(1)) { scale, _ in scale * 10 }
        return .seconds(whole) + .nanoseconds(fraction * scale)
    }

    /// Digits alone, so few that no sum overflows.
    private static func whole(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(text)
    }
}
