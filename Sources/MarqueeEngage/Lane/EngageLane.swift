import Foundation
import MarqueeCore
import MarqueeWire

/// Sends universal events in the order in which they were tracked, to the one destination that the configuration names.
struct EngageLane: OutboxLane {
    static let name = "engage"

    let destination: any EventDestination
    let rules: LaneRules
    private let locations: LocationGate

    init(_ destination: any EventDestination, _ settings: EngageSettings, _ locations: LocationGate) {
        self.destination = destination
        self.locations = locations
        rules = LaneRules(
            schedule: LaneSchedule(count: settings.cacheSize, period: .seconds(60)),
            retry: RetryPolicy(mostAttempts: settings.maximumRetries + 1),
            // An event is kept until it is sent, however long that takes.
            limits: OutboxLimits(age: nil),
            batchItems: EventBatch.maximumEvents, itemBytes: Event.maximumSize, sendsUnstored: true,
            keepsSettled: settings.keepsSettled)
    }

    var name: String { Self.name }
    var isConfigured: Bool { destination.isConfigured }

    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest {
        await destination.request(for: { [locations] in locations.passed(batch) }, now: now)
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer { destination.read(answer, to: batch, now: now) }
}

/// Where universal events go.
protocol EventDestination: Sendable {
    var isConfigured: Bool { get }

    /// - Parameter batch: returns the batch as it may be sent at that moment, so it is called after all waiting.
    func request(for batch: @Sendable () -> OutboxBatch, now: Timestamp) async -> LaneRequest

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer
}
