package import Foundation
package import MarqueeWire

/// The items that one request carries.
package struct OutboxBatch: Sendable {
    package struct Item: Sendable {
        let number: Int64
        package let id: EventID
        package let body: Data
        /// Earlier requests that carried it without success.
        package let attempts: Int
    }

    /// Oldest first; at least one.
    package let items: [Item]
    /// Names the request; an item that is deleted meanwhile, or belongs to another request, is not touched by it.
    let lease: Int64
    /// How far the device's clock was set since the items were recorded, all of them by one clock.
    let clockStep: Duration
}
