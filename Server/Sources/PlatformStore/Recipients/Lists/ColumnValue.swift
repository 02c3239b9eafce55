import Foundation
import MarqueeWire

/// The one form in which a column keeps a value, so that equal values are equal texts.
enum ColumnValue {
    /// In bytes.
    static let maximumLength = 8_000

    /// - Throws: `valueNotValid`. Nothing is a value of every type.
    static func normalised(_ text: String, for column: ListColumn) throws(StoreError) -> String {
        try ColumnReader(column).normalised(text)
    }

    /// A value of a type without choices.
    /// - Parameter text: the value without spaces around it.
    static func form(_ text: String, whole: String, for column: ListColumn) -> String? {
        switch column.type {
        case .text where column.isEmail: isAddress(text) ? text : nil
        case .text, .segmenting: whole
        case .country: text.utf8.count <= 200 ? text : nil
        case .yesNo, .smsOptIn: answer(text)
        case .numeric: number(text)
        case .date: DateForm.day(text)
        case .time: DateForm.time(text)
        case .timestamp, .smsOptOutDate: DateForm.instant(text)
        case .selectOne, .multiSelect: nil
        case .smsPhoneNumber, .phoneNumber: telephone(text)
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 254 && parts.allSatisfy { !$0.isEmpty }
            && (text.utf8.allSatisfy(isVisible)
                || !text.unicodeScalars.contains { $0.isInvisible || $0.properties.isWhitespace })
    }

    private static func answer(_ text: String) -> String? {
        switch text.lowercased() {
        case "yes", "y", "true", "t", "1": "Yes"
        case "no", "n", "false", "f", "0": "No"
        default: nil
        }
    }

    /// Digits with a point, at most 40 of them; no exponent.
    private static func number(_ text: String) -> String? {
        var digits = text[...]
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), digits.utf8.count <= 40, digits.utf8.contains(where: isDigit),
            parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
        else { return nil }
        var whole = parts[0].drop { $0 == "0" }
        if whole.isEmpty { whole = "0" }
        var fraction = parts.count == 2 ? parts[1] : ""
        while fraction.last == "0" { fraction.removeLast() }
        let value = fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
        return isNegative && value != "0" ? "-" + value : value
    }

    private static func telephone(_ text: String) -> String? {
        let digits = text.filter { !" -().\u{2F}".contains($0) }
        let bare = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
        return (3...20).contains(bare.utf8.count) && bare.utf8.allSatisfy(isDigit) ? digits : nil
    }

    /// Whether a byte is an ASCII character that is neither a space nor a control character.
    static func isVisible(_ byte: UInt8) -> Bool { (33...126).contains(byte) }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
