import Foundation
import MarqueeWire

/// What a server's answer, or the lack of one, means for a batch.
enum UploadAnswer: Sendable, Hashable {
    /// A verdict per event.
    case receipt(EventReceipt)
    /// The batch is too large as it is.
    case tooLarge
    /// Something in the batch makes the server refuse all of it.
    case refusedWhole
    /// The server does not accept this app's events at all.
    case shutOut(status: Int)
    /// Trouble that passes.
    case trouble(String, retryAfter: Duration?)
    case unreachable
    case cancelled

    init(_ response: TransportResponse, now: Date) {
        switch response.status {
        case 200..<300:
            // A captive portal answers 200 as well; only a receipt counts.
            if let receipt = try? JSONDecoder().decode(EventReceipt.self, from: response.body) {
                self = .receipt(receipt)
            } else {
                self = .trouble("an answer that is no receipt", retryAfter: nil)
            }
        case 413: self = .tooLarge
        case 400, 422: self = .refusedWhole
        case 401, 403, 404, 405, 410: self = .shutOut(status: response.status)
        default:
            let retryAfter = response.headers["retry-after"].flatMap { Self.duration($0, now: now) }
            self = .trouble("status \(response.status)", retryAfter: retryAfter)
        }
    }

    init(_ error: TransportError) {
        switch error.code {
        case .unreachable: self = .unreachable
        case .cancelled: self = .cancelled
        default: self = .trouble(error.code.rawValue, retryAfter: nil)
        }
    }

    /// `Retry-After` in either of its forms (RFC 9110, 10.2.3).
    static func duration(_ text: String, now: Date) -> Duration? {
        if let seconds = Int64(text) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = format.date(from: text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now)), 86_400))
    }
}
