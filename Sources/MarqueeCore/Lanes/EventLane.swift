import Foundation
import MarqueeWire

/// Sends batches of events to Marquee's server as compressed JSON. The server answers with a receipt that has a verdict
/// for each event.
struct EventLane: OutboxLane {
    static let name = "events"

    /// Marquee's server; if it is `nil`, events wait.
    let intake: ServiceIntake?
    let rules: LaneRules
    let advertiser: Advertiser
    let body: BatchBody

    var name: String { Self.name }
    var isConfigured: Bool { intake != nil }

    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest {
        guard let intake else { return .notNow(.cancelled) }
        let advertiser = await advertiser.id()
        // The server refuses the whole batch if the advertiser id is longer.
        let isShort = advertiser.map { EventBatch.advertiserSize.contains($0.utf8.count) } ?? false
        return intake.request(body.json(batch, now: now, advertiser: isShort ? advertiser : nil))
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer { ServiceIntake.read(answer, to: batch, now: now) }
}
