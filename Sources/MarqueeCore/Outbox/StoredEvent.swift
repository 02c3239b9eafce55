public import Foundation
public import MarqueeWire

/// An event as it lies in the outbox.
public struct StoredEvent: Sendable, Hashable {
    /// Position in the install's own count.
    public let sequence: Int64
    /// The same on the device, on the wire and in the warehouse.
    public let id: EventID
    /// How far it has come.
    public let status: OutboxStatus
    /// The encoded ``MarqueeWire/Event``, as it will travel.
    public let body: Data
    /// Why the server refused it, or why it expired.
    public let reason: String?
}
