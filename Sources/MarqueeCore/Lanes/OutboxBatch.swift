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
}
