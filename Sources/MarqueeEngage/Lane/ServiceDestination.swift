import Foundation
import MarqueeCore
import MarqueeWire

/// Marquee's own intake for events, which needs no token: each universal event becomes an event with the attributes as
/// text properties.
struct ServiceDestination: EventDestination {
    /// `nil` without a service or an app: events wait.
    let intake: ServiceIntake?
    let body: BatchBody
    /// Events that could not be stored have no number in the lane, so the service looks for no gap among them.
    let unstored: BatchBody

    init(endpoint: URL?, install: String) {
        intake = endpoint.map { ServiceIntake(endpoint: $0) }
        body = BatchBody(install: install, sdk: Core.version, lane: EngageLane.name)
        unstored = BatchBody(install: install, sdk: Core.version, lane: EventBatch.unnumberedLane)
    }

    var isConfigured: Bool { intake != nil }

    func request(for batch: @Sendable () -> OutboxBatch, now: Timestamp) async -> LaneRequest {
        guard let intake else { return .notNow(.cancelled) }
        let batch = batch()
        var unreadable: Set<EventID> = []
        let json = (batch.isStored ? body : unstored).json(batch, now: now) { item, bytes in
            let number: Int64? = batch.isStored ? nil : 1
            if !UniversalEventBytes.appendEvent(item.body, sequence: number, to: &bytes) { unreadable.insert(item.id) }
        }
        guard unreadable.isEmpty else {
            let refused = ItemVerdict.refused("the stored bytes are no universal event")
            return .notNow(.settled(batch.items.map { unreadable.contains($0.id) ? refused : .undecided }))
        }
        return intake.request(json)
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer { ServiceIntake.read(answer, to: batch, now: now) }
}
