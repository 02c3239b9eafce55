import Foundation
import MarqueeWire

/// Fetches third parties' addresses, each in a request of its own.
///
/// A server that answers has counted the fetch, or refuses to: it is not asked again. One that is in trouble or does not
/// answer is asked again, each address by itself, so that one dead server does not hold up the others.
struct TrackingLane: OutboxLane {
    static let name = "tracking"

    /// The answer is a pixel, or nothing; nobody reads it.
    private static let largestAnswer = 65_536

    var name: String { Self.name }
    var isConfigured: Bool { true }
    let rules = LaneRules(
        purpose: .advertising, schedule: LaneSchedule(count: 1, period: .seconds(60)),
        retry: RetryPolicy(base: .seconds(2), cap: .seconds(120), mostAttempts: 4),
        limits: OutboxLimits(events: 10_000, bytes: 8 * 1_024 * 1_024, age: .seconds(7 * 86_400)),
        batchItems: 1, requests: 4)

    func request(for batch: OutboxBatch, now: Timestamp) async -> TransportRequest? {
        guard let body = batch.items.first?.body, let address = URL(string: String(decoding: body, as: UTF8.self))
        else { return nil }
        return TransportRequest(
            "GET", address, maximumBodySize: Self.largestAnswer, deadline: .seconds(10), receiver: .thirdParty)
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        .settled([
            {
                switch answer {
                case .success(let response): Self.verdict(response, now: now)
                case .failure(let error): Self.verdict(error)
                }
            }()
        ])
    }

    private static func verdict(_ response: TransportResponse, now: Timestamp) -> ItemVerdict {
        switch response.status {
        case 200..<400: .posted
        case 408, 429, 500...:
            .again("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        default: .refused("status \(response.status)")
        }
    }

    private static func verdict(_ error: TransportError) -> ItemVerdict {
        switch error.code {
        case .unreachable: .unreachable
        // The server answered, and what it sent is of no interest.
        case .bodyTooLarge: .posted
        case .redirectRefused, .insecureURL: .refused(error.code.rawValue)
        case .interrupted, .deadlineExceeded, .untrusted, .cancelled: .again(error.code.rawValue, retryAfter: nil)
        }
    }
}
