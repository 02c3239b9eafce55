/// Numbers, times and truth values of documents. A text that cannot be read is `nil` and never an error, because an ad
/// should not be lost over a misspelt size.
enum ScalarText {
    /// `true`, `false`, `1`, `0`.
    static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// A whole number of at least 0; a fraction is cut off.
    static func int(_ text: String) -> Int? {
        if let value = Int(text) { return value >= 0 ? value : nil }
        return number(text).flatMap { Int(exactly: $0.rounded(.down)) }
    }

    /// A decimal number of at least 0.
    static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2B }
        guard isDecimal, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// `HH:MM:SS`, `HH:MM:SS.mmm`, `MM:SS`, or seconds; not negative.
    ///
    /// Minutes and seconds above 59 are accepted. The standard only has the first two forms.
    static func duration(_ text: String) -> Duration? {
        var (total, rest) = (Duration.zero, text[...])
        for _ in 0..<2 {
            guard let colon = rest.utf8.firstIndex(of: XMLByte.colon) else { break }
            guard let value = whole(rest[..<colon]) else { return nil }
            total = (total + .seconds(value)) * 60
            rest = rest[colon...].dropFirst()
        }
        return seconds(rest).map { total + $0 }
    }

    /// A time, or a share of the duration from `0%` to `100%`.
    static func offset(_ text: String) -> Offset? {
        guard text.hasSuffix("%") else { return duration(text).map { .time($0) } }
        guard let percent = number(String(text.dropLast()).trimmed), percent <= 100 else { return nil }
        return .percent(percent)
    }

    private static func seconds(_ text: Substring) -> Duration? {
        guard let point = text.utf8.firstIndex(of: 0x2E) else { return whole(text).map { .seconds($0) } }
        let fraction = text[point...].dropFirst()
        let digits = fraction.prefix(9)
        guard let seconds = whole(text[..<point]), let parts = whole(digits), isDigits(fraction) else { return nil }
        let scale = (digits.utf8.count..<9).reduce(Int64(1)) { scale, _ in scale * 10 }
        return .seconds(seconds) + .nanoseconds(parts * scale)
    }

    /// At most nine digits, so that no sum overflows.
    private static func whole(_ text: Substring) -> Int64? {
        guard text.utf8.count <= 9, isDigits(text) else { return nil }
        return Int64(text)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
