package import Foundation
package import MarqueeWire

/// An item that a lane adds to the outbox.
package struct NewItem: Sendable {
    /// Appends the bytes from which the lane makes its request.
    ///
    /// Called on the outbox's queue when the item's sequence number is known. The number is `nil` for an item that cannot
    /// be stored and is sent from memory.
    package typealias Encoder = @Sendable (_ sequence: Int64?, _ body: inout [UInt8]) -> Void

    package let id: EventID
    package let encode: Encoder
    /// Whether the item waits for ``LaneStore/complete(_:body:isLate:)`` before it is sent.
    package let isOnHold: Bool
    /// After this time the item is not sent. The time does not depend on the wall clock; `nil` uses the lane's limits
    /// only.
    package let lifetime: Duration?

    package init(id: EventID, isOnHold: Bool = false, lifetime: Duration? = nil, encode: @escaping Encoder) {
        self.id = id
        self.encode = encode
        self.isOnHold = isOnHold
        self.lifetime = lifetime
    }

    /// An item whose bytes do not depend on its sequence number.
    package init(id: EventID, body: Data, isOnHold: Bool = false, lifetime: Duration? = nil) {
        self.init(id: id, isOnHold: isOnHold, lifetime: lifetime) { _, bytes in bytes.append(contentsOf: body) }
    }
}
