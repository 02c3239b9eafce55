/// What a receiver's answer, or the lack of one, means for the items of a batch.
package enum LaneAnswer: Sendable, Hashable {
    /// A verdict for each item, in the batch's order.
    case settled([ItemVerdict])
    /// Something in the batch makes the receiver refuse all of it, for this reason.
    case refusedWhole(String)
    /// The receiver accepts nothing from this app now: the lane pauses until the app comes back to the foreground.
    case shutOut(String)
    /// Trouble that passes. An attempt for every item; the whole lane waits.
    case trouble(String, retryAfter: Duration?)
    /// The receiver asks for time. No attempt; the whole lane waits.
    case busy(String, retryAfter: Duration?)
    /// The network is not there. No attempt.
    case unreachable
    case cancelled
}

/// What becomes of one item of a batch.
package enum ItemVerdict: Sendable, Hashable {
    /// The receiver has it.
    case posted
    /// The receiver will never take it.
    case refused(String)
    /// An attempt failed; this item waits, the rest of the lane does not.
    case again(String, retryAfter: Duration?)
    /// Its receiver could not be reached: no attempt. This item waits, the rest of the lane does not.
    case unreachable
}
