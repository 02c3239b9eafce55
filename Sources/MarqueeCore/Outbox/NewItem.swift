package import Foundation
package import MarqueeWire

/// What a lane stores to be sent.
package struct NewItem: Sendable {
    package let id: EventID
    /// What the lane makes its request of.
    package let body: Data
    /// Not to be sent before ``LaneStore/complete(_:body:isLate:)``.
    package let isOnHold: Bool
    /// How long it is worth sending, in time that really passed; `nil` for as long as the lane's limits allow.
    package let lifetime: Duration?

    package init(id: EventID, body: Data, isOnHold: Bool = false, lifetime: Duration? = nil) {
        self.id = id
        self.body = body
        self.isOnHold = isOnHold
        self.lifetime = lifetime
    }
}
