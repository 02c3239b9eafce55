import Foundation
import MarqueeCore
import MarqueeWire

/// Sends reported purchases, one in each request, in the order in which they were reported.
///
/// A purchase is sent again until the server has taken it or has said that it cannot be one. A server that refuses the
/// app's token or secret takes nothing else either, so the purchases wait.
struct PurchaseLane: OutboxLane {
    /// The longest time that the store is asked for a price.
    static let priceTimeout = Duration.seconds(10)

    let name = "purchases"
    let rules = LaneRules(
        schedule: LaneSchedule(count: 1, period: .seconds(60)), retry: RetryPolicy(cap: .seconds(3_600)),
        limits: OutboxLimits(events: 10_000, bytes: 64 * 1_024 * 1_024, age: .seconds(90 * 86_400)), batchItems: 1)
    let client: PlacementClient
    let store: @Sendable () -> (any PlacementStore)?
    /// The nonces of the requests whose answers are not read yet.
    private let nonces = Locked<[EventID: String]>([:])

    init(client: PlacementClient, store: @escaping @Sendable () -> (any PlacementStore)?) {
        self.client = client
        self.store = store
    }

    var isConfigured: Bool { if case .success = client.settings { true } else { false } }

    func request(for batch: OutboxBatch, now: Timestamp) async -> LaneRequest {
        guard let entry = batch.items.first,
            var item = try? JSONDecoder().decode(PurchaseItem.self, from: entry.body)
        else { return .notNow(.settled(batch.items.map { _ in .refused("not a purchase") })) }
        if item.price == nil { item.price = await price(of: item.product) }
        let nonce = PlacementSecret.randomID(using: client.environment.random)
        nonces.withLock { $0[entry.id] = nonce }
        do throws(PlacementError) {
            return .send(try await client.request(.purchase(item.parameters(entry.id)), nonce: nonce))
        } catch {
            return .notNow(.shutOut(error.message))
        }
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        guard let entry = batch.items.first, let nonce = nonces.withLock({ $0.removeValue(forKey: entry.id) }) else {
            return .cancelled
        }
        switch answer {
        case .failure(let error): return LaneAnswer(error)
        case .success(let response) where response.status == 429 || response.status >= 500:
            return .busy("status \(response.status)", retryAfter: RetryAfter.duration(response, now: now))
        case .success(let response):
            do throws(PlacementError) {
                _ = try client.read(response, nonce: nonce)
                return .settled([.posted])
            } catch {
                guard error.code == .refused else { return .trouble(error.message, retryAfter: nil) }
                // What is wrong with this purchase is wrong for ever, and keeps no other one back.
                return response.status == 400 ? .refusedWhole(error.message) : .shutOut(error.message)
            }
        }
    }

    /// The price, or `nil` if the store does not answer in time.
    private func price(of product: String) async -> PurchaseReport.Price? {
        guard let store = store() else { return nil }
        let (answers, answer) = AsyncStream.makeStream(of: PurchaseReport.Price?.self)
        // Not in a task group, which would wait for a store that ignores its cancellation.
        let asking = Task { answer.yield(await store.price(of: product)) }
        let waiting = Task { [sleep = client.environment.sleep] in
            try? await sleep(Self.priceTimeout)
            answer.yield(nil)
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        return await answers.first { _ in true } ?? nil
    }
}
