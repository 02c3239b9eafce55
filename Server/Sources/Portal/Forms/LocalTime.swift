import Foundation
import MarqueeWire

/// Times in forms and on pages.
///
/// The portal speaks UTC and says so: an editor and a reader may sit in different places.
enum LocalTime {
    private static let style = Date.VerbatimFormatStyle(
        format:
            "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// The value of an `<input type="datetime-local">`.
    static func field(_ time: Timestamp?) -> String { time.map { $0.date.formatted(style) } ?? "" }

    /// Reads such a value; `nil` for an empty one.
    static func time(field name: String, _ text: String) throws(PortalError) -> Timestamp? {
        guard !text.isEmpty else { return nil }
        let full = text.count == 16 ? "\(text):00Z" : "\(text)Z"
        guard let date = try? Date(full, strategy: .iso8601) else {
            throw PortalError(.invalidField, "“\(name)” takes a date and a time, such as 2026-05-31T09:00.")
        }
        return Timestamp(date)
    }

    /// "31 May 2026, 09:00".
    static func text(_ time: Timestamp?) -> String {
        guard let time else { return "" }
        return time.date.formatted(long)
    }

    /// "09:00:12".
    static func clock(_ time: Timestamp) -> String { String(time.description.dropFirst(11).prefix(8)) }

    private static let long = Date.VerbatimFormatStyle(
        format:
            "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits), \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        locale: Locale(identifier: "en_GB"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// "3 minutes ago", "in 2 days".
    static func relative(_ time: Timestamp, now: Timestamp) -> String {
        let seconds = Int((now - time).milliseconds / 1000)
        let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
        guard let (name, length) = units.first(where: { seconds.magnitude >= $0.1 }) else { return "now" }
        let count = Int(seconds.magnitude) / length
        let text = "\(count) \(name)\(count == 1 ? "" : "s")"
        return seconds > 0 ? "\(text) ago" : "in \(text)"
    }
}
