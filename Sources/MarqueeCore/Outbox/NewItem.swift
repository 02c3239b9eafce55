package import Foundation
package import MarqueeWire

/// An item that a lane adds to the outbox.
package struct NewItem: Sendable {
    package let id: EventID
    /// The bytes from which the lane makes its request.
    package let body: Data
    /// Whether the item waits for ``LaneStore/complete(_:body:isLate:)`` before it is sent.
    package let isOnHold: Bool
    /// After this time the item is not sent. The time does not depend on the wall clock; `nil` uses the lane's limits
    /// only.
    package let lifetime: Duration?

    package init(id: EventID, body: Data, isOnHold: Bool = false, lifetime: Duration? = nil) {
        self.id = id
        self.body = body
        self.isOnHold = isOnHold
        self.lifetime = lifetime
    }
}
