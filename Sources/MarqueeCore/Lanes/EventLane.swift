import Foundation
import MarqueeWire

/// Sends batches of events to Marquee's server as compressed JSON. The server answers with a receipt that has a verdict
/// for each event.
struct EventLane: OutboxLane {
    static let name = "events"
    private static let largestReceipt = 1_048_576

    /// The URL for events; if it is `nil`, events wait.
    let endpoint: URL?
    let rules: LaneRules
    let advertiser: Advertiser
    let body: BatchBody
    var deadline = Duration.seconds(30)

    var name: String { Self.name }
    var isConfigured: Bool { endpoint != nil }

    func request(for batch: OutboxBatch, now: Timestamp) async -> TransportRequest? {
        guard let endpoint else { return nil }
        let sent = now + (.zero - batch.clockStep)
        let advertiser = await advertiser.id()
        // The server refuses the whole batch if the advertiser id is longer.
        let isShort = advertiser.map { EventBatch.advertiserSize.contains($0.utf8.count) } ?? false
        let json = body.json(batch, sent: sent, advertiser: isShort ? advertiser : nil)
        guard let member = try? Gzip.compress(json) else { return nil }
        return TransportRequest(
            "POST", endpoint, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: member,
            maximumBodySize: Self.largestReceipt, deadline: deadline)
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        switch answer {
        case .success(let response): read(response, to: batch, now: now)
        case .failure(let error) where error.code == .unreachable: .unreachable
        case .failure(let error): .trouble(error.code.rawValue, retryAfter: nil)
        }
    }

    private func read(_ response: TransportResponse, to batch: OutboxBatch, now: Timestamp) -> LaneAnswer {
        switch response.status {
        case 200..<300:
            // A captive portal also answers 200; only a receipt is a valid answer.
            guard let receipt = try? JSONDecoder().decode(EventReceipt.self, from: response.body) else {
                return .trouble("the answer is not a receipt", retryAfter: nil)
            }
            return Self.verdicts(receipt, batch).map { .settled($0) }
                ?? .trouble("the receipt is for other events", retryAfter: nil)
        case 413: return .refusedWhole("the event is too large for the server")
        case 400, 422: return .refusedWhole("the server refuses every batch with this event")
        case 401, 403, 404, 405, 410: return .shutOut("status \(response.status)")
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
