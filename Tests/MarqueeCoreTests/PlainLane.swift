import Foundation
import MarqueeTesting
import MarqueeWire

@testable import MarqueeCore

/// A lane that sends the joined bodies of its items, and reads only the status of the answer.
struct PlainLane: OutboxLane {
    var name = "plain"
    var rules = LaneRules(schedule: LaneSchedule(count: 3, period: .seconds(60)), batchItems: 10)
    var host = "plain.example"
    var isConfigured = true
    /// The lane makes no requests, for this reason.
    var notNow: LaneAnswer?

    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest {
        if let notNow { return .notNow(notNow) }
        guard let url = URL(string: "https://\(host)/") else { return .notNow(.cancelled) }
        return .send(TransportRequest("POST", url, body: Data(batch.items.flatMap(\.body)), maximumBodySize: 1_000))
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        switch answer {
        case .success(let response) where response.status == 200: .settled(batch.items.map { _ in .posted })
        case .success(let response) where response.status == 401: .unauthorised("status 401")
        case .success(let response) where response.status == 403: .shutOut("status 403")
        case .success(let response) where response.status == 429:
            .busy("status 429", retryAfter: RetryAfter.duration(response, now: now))
        case .success(let response):
            .trouble("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        case .failure(let error) where error.code == .unreachable: .unreachable
        case .failure(let error): .trouble(error.code.rawValue, retryAfter: nil)
        }
    }
}

extension CoreFixture {
    func item(_ text: String, isOnHold: Bool = false, lifetime: Duration? = nil) -> NewItem {
        var random = RandomSource(environment)
        return NewItem(
            id: EventID(time: clock.now, using: &random), body: Data(text.utf8), isOnHold: isOnHold, lifetime: lifetime)
    }

    /// The bodies sent to the lane's receiver so far.
    func posted(to host: String = "plain.example") -> [String] {
        transport.requests.filter { $0.url.host() == host }.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    }
}

extension LaneStore {
    func texts(_ status: OutboxStatus = .notPosted) throws -> [String] {
        try stored(status, limit: .max).map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Completes one item.
    func complete(
        _ held: StoredEvent, body: @autoclosure @escaping @Sendable () -> Data, isLate: Bool = false
    ) async throws(MarqueeError) -> Bool {
        try await complete([Completion(held, isLate: isLate, body: body)]) == [true]
    }
}
