import Foundation
import MarqueeWire

/// Requests tracking URLs of third parties, one URL in each request.
///
/// After a final answer, the request is not repeated, because the server has counted or refused it. After a temporary
/// failure or without an answer, the request is repeated. Each URL waits separately, so that one unreachable server does
/// not delay the others.
struct TrackingLane: OutboxLane {
    static let name = "tracking"

    /// The answer is a small image or empty, and the SDK does not read it.
    private static let largestAnswer = 65_536

    let name: String
    let rules: LaneRules
    var isConfigured: Bool { true }

    /// - Parameters:
    ///   - purpose: what the user has to allow.
    ///   - mostAttempts: how many requests may carry a URL; `nil` for as many as its lifetime has room for.
    init(_ name: String = Self.name, purpose: Consent.Purpose = .advertising, mostAttempts: Int? = 4) {
        self.name = name
        rules = LaneRules(
            purpose: purpose, schedule: LaneSchedule(count: 1, period: .seconds(60)),
            retry: RetryPolicy(base: .seconds(2), cap: .seconds(120), mostAttempts: mostAttempts),
            limits: OutboxLimits(events: 10_000, bytes: 8 * 1_024 * 1_024, age: .seconds(7 * 86_400)),
            batchItems: 1, requests: 4)
    }

    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest {
        guard let body = batch.items.first?.body, let address = URL(string: String(decoding: body, as: UTF8.self))
        else { return .notNow(.settled(batch.items.map { _ in .refused("not a URL") })) }
        return .send(
            TransportRequest(
                "GET", address, maximumBodySize: Self.largestAnswer, deadline: .seconds(10), receiver: .thirdParty))
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
        // The server answered; the size of its answer does not matter.
        case .bodyTooLarge: .posted
        case .redirectRefused, .insecureURL: .refused(error.code.rawValue)
        case .interrupted, .deadlineExceeded, .untrusted, .cancelled: .again(error.code.rawValue, retryAfter: nil)
        }
    }
}
