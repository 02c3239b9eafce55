package import Foundation

/// The final body of an item on hold.
package struct Completion: Sendable {
    let held: StoredEvent
    /// Makes the body in the transaction that stores it.
    let body: @Sendable () -> Data
    let status: OutboxStatus

    /// - Parameters:
    ///   - held: the item.
    ///   - body: asked for on the outbox's queue, in the transaction that stores it.
    ///   - isLate: whether the values were not completed in time; the item then becomes `expired`, not `notPosted`.
    package init(_ held: StoredEvent, isLate: Bool = false, body: @escaping @Sendable () -> Data) {
        self.held = held
        self.body = body
        status = isLate ? .expired : .notPosted
    }
}
