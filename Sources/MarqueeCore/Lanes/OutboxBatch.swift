package import Foundation
package import MarqueeWire

/// The items of one request.
package struct OutboxBatch: Sendable {
    package struct Item: Sendable {
        let number: Int64
        package let id: EventID
        package let body: Data
        /// The number of earlier requests that carried this item without success.
        package let attempts: Int
    }

    /// At least one item, oldest first.
    package let items: [Item]
    /// Identifies the request. The request's answer changes only items that still have this lease.
    let lease: Int64
    /// How far the device's clock was set since the items were recorded; the same for all items of a batch.
    let clockStep: Duration

    /// The time that the device's clock would show now if it had not been set since the items were stored.
    package func sendingTime(_ now: Timestamp) -> Timestamp { now + (.zero - clockStep) }

    /// The same batch with other bodies.
    package func mapBodies(_ change: (Data) -> Data) -> OutboxBatch {
        let changed = items.map { item in
            Item(number: item.number, id: item.id, body: change(item.body), attempts: item.attempts)
        }
        return OutboxBatch(items: changed, lease: lease, clockStep: clockStep)
    }

    /// Whether the items are on disk and have a number; otherwise they could not be stored.
    package var isStored: Bool { lease != 0 }
}
