package import Foundation
package import MarqueeWire

/// The requests to Marquee's own intake for events, and what its answers mean.
package struct ServiceIntake: Sendable {
    private static let largestReceipt = 1_048_576

    let endpoint: URL
    var deadline = Duration.seconds(30)

    package init(endpoint: URL) {
        self.endpoint = endpoint
    }

    /// - Parameter json: an ``MarqueeWire/EventBatch``, which is sent compressed.
    package func request(_ json: Data) -> LaneRequest {
        guard let member = try? Gzip.compress(json) else {
            return .notNow(.busy("the batch could not be compressed", retryAfter: nil))
        }
        return .send(
            TransportRequest(
                "POST", endpoint, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
                body: member, maximumBodySize: Self.largestReceipt, deadline: deadline))
    }

    package static func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        switch answer {
        case .success(let response): read(response, to: batch, now: now)
        case .failure(let error): LaneAnswer(error)
        }
    }

    private static func read(_ response: TransportResponse, to batch: OutboxBatch, now: Timestamp) -> LaneAnswer {
        switch response.status {
        case 200..<300:
            // The sign-in page of a Wi-Fi also answers 200. The service did not get the batch, so this is not an attempt.
            guard let receipt = try? JSONDecoder().decode(EventReceipt.self, from: response.body) else {
                return .busy("the answer is not a receipt", retryAfter: nil)
            }
            return verdicts(receipt, batch).map { .settled($0) }
                ?? .trouble("the receipt is for other events", retryAfter: nil)
        case 413: return .refusedWhole("the event is too large for the server")
        case 400, 422: return .refusedWhole("the server refuses every batch with this event")
        case 401, 403, 404, 405, 410: return .shutOut("status \(response.status)")
        // 511 comes from a network with a sign-in page, never from the service (RFC 6585, section 6).
        case 429, 511:
            return .busy("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        // The service is full and says when to come back. It has looked at no event, so this is not an attempt.
        case 503 where response.headers["retry-after"] != nil:
            return .busy("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        default:
            return .trouble("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        }
    }

    /// - Returns: `nil` if the receipt is for other events than the batch; such a receipt is ignored.
    private static func verdicts(_ receipt: EventReceipt, _ batch: OutboxBatch) -> [ItemVerdict]? {
        let ids = batch.items.map(\.id)
        guard receipt.batch == EventReceipt.batchID(of: ids), receipt.verdicts.count == ids.count else { return nil }
        var reasons = receipt.reasons.makeIterator()
        return receipt.verdicts.map { verdict in
            switch verdict {
            case .accepted: .posted
            case .rejected: .refused(reasons.next() ?? "no reason given")
            }
        }
    }
}
