public import Foundation
public import MarqueeWire

/// An item as it lies in the outbox: an event, or what another lane sends.
public struct StoredEvent: Sendable, Hashable {
    /// Position in its lane, from 1.
    public let sequence: Int64
    /// The same on the device, on the wire and in the warehouse.
    public let id: EventID
    /// How far it has come.
    public let status: OutboxStatus
    /// What its lane sends: the encoded ``MarqueeWire/Event``, or an address.
    public let body: Data
    /// How many requests carried it without success. A network that cannot be reached is no attempt.
    public let attempts: Int
    /// Why it failed last, or why it is not sent any more.
    public let reason: String?
}
