public import MarqueeWire

/// A time in the form of the configuration and of campaign parameters: durations such as `1 day 15m`, or a date such as
/// `2014/12/25 11:12:13`.
///
/// Durations count from a reference. They are a number and a unit, of which only the first letter matters: d, h, m or s, in
/// any order and case, with or without spaces. The last value of a repeated unit wins. A date is in UTC, does not depend on
/// the reference, and is only read where there is no duration.
///
/// ```swift
/// Expiration("1 day 15m").duration               // 87,300 s
/// Expiration("15m").date(after: reference)       // 15 minutes later
/// ```
public struct Expiration: Sendable, Hashable {
    /// What the text says.
    public enum Form: Sendable, Hashable {
        /// At least one number with a unit.
        case duration(Duration)
        /// A date in UTC.
        case date(Timestamp)
        /// Neither: the time passes at the reference itself.
        case unreadable
    }

    /// A longer duration is shortened to this one: 10,000 years.
    private static let longest: Int64 = 3_652_425 * 86_400
    /// Only this many bytes of a text are read.
    private static let longestText = 1_000

    /// What the text says.
    public let form: Form

    /// Reads a text; every text has a form.
    public init(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.longestText))
        if let seconds = Self.seconds(bytes) {
            form = .duration(.seconds(seconds))
        } else if let date = Self.date(bytes) {
            form = .date(date)
        } else {
            form = .unreadable
        }
    }

    /// How long the time is valid: zero for a date and for an unreadable text.
    public var duration: Duration { if case .duration(let duration) = form { duration } else { .zero } }

    /// The seconds of ``duration``.
    public var seconds: Int64 { duration.components.seconds }

    /// The milliseconds of ``duration``.
    public var milliseconds: Int64 { seconds * 1_000 }

    /// When the time passes, counted from a reference.
    public func date(after reference: Timestamp) -> Timestamp {
        switch form {
        case .duration(let duration): reference + duration
        case .date(let date): date
        case .unreadable: reference
        }
    }

    /// The seconds between 1970-01-01 and ``date(after:)``.
    public func secondsSince1970(after reference: Timestamp) -> Int64 { date(after: reference).milliseconds / 1_000 }
}

extension Expiration {
    /// The sum of all units; `nil` if there is none.
    private static func seconds(_ bytes: [UInt8]) -> Int64? {
        var units: [UInt8: Int64] = [:]
        var number: Int64?
        var isAfterSpace = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // A space may stand between a number and its unit, but two numbers are not one.
                if isAfterSpace { number = nil }
                isAfterSpace = false
                number = min((number ?? 0) * 10 + Int64(byte - UInt8(ascii: "0")), longest)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isAfterSpace = true
            default:
                if let number, length(of: byte | 0x20) != nil { units[byte | 0x20] = number }
                number = nil
                isAfterSpace = false
            }
        }
        guard !units.isEmpty else { return nil }
        return units.reduce(into: 0) { sum, unit in
            sum = min(sum + unit.value * (length(of: unit.key) ?? 0), longest)
        }
    }

    /// The seconds of a unit by its first letter in lower case.
    private static func length(of letter: UInt8) -> Int64? {
        switch letter {
        case UInt8(ascii: "d"): 86_400
        case UInt8(ascii: "h"): 3_600
        case UInt8(ascii: "m"): 60
        case UInt8(ascii: "s"): 1
        default: nil
        }
    }

    /// The first `yyyy/MM/dd HH:mm:ss` in the text.
    private static func date(_ bytes: [UInt8]) -> Timestamp? {
        let size = 19
        guard bytes.count >= size else { return nil }
        for start in 0...(bytes.count - size) {
            var text = Array(bytes[start..<start + size])
            guard text[4] == UInt8(ascii: "/"), text[7] == UInt8(ascii: "/"),
                text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "\t")
            else { continue }
            text[4] = UInt8(ascii: "-")
            text[7] = UInt8(ascii: "-")
            text[10] = UInt8(ascii: "T")
            return Timestamp(universalText: String(decoding: text + [UInt8(ascii: "Z")], as: UTF8.self))
        }
        return nil
    }
}
