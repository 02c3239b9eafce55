public import Foundation
public import MarqueeWire

/// An item in the outbox: an event, or an item of another lane.
public struct StoredEvent: Sendable, Hashable {
    /// The number of the item in its lane, from 1.
    public let sequence: Int64
    /// The same id on the device, on the wire and in the warehouse.
    public let id: EventID
    /// The item's state in the outbox.
    public let status: OutboxStatus
    /// The bytes that the lane sends: the encoded ``MarqueeWire/Event``, or a URL.
    public let body: Data
    /// The number of requests that carried the item without success. A network that cannot be reached is not an
    /// attempt.
    public let attempts: Int
    /// Why the last attempt failed, or why the item is not sent again.
    public let reason: String?
}
