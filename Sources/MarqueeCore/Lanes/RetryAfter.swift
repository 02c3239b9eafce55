import Foundation
package import MarqueeWire

/// Reads the header `Retry-After` of an answer, in both of its forms (RFC 9110, 10.2.3).
package enum RetryAfter {
    private static let longest: Int64 = 86_400

    /// - Returns: at most one day; `nil` if the header is missing or has neither form.
    package static func duration(_ response: TransportResponse, now: Timestamp) -> Duration? {
        response.headers["retry-after"].flatMap { duration($0, now: now.date) }
    }

    static func duration(_ text: String, now: Date) -> Duration? {
        if let seconds = Int64(text) { return seconds >= 0 ? .seconds(min(seconds, longest)) : nil }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = format.date(from: text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now)), Double(longest)))
    }
}
