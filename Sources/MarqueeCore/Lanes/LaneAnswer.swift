/// The meaning of a receiver's answer, or of a missing answer, for the items of a batch.
package enum LaneAnswer: Sendable, Hashable {
    /// A verdict for each item, in the batch's order.
    case settled([ItemVerdict])
    /// The receiver refuses the whole batch because of one of its items. The text is the reason.
    case refusedWhole(String)
    /// The receiver accepts nothing from this app now. The lane pauses until the app comes back to the foreground.
    case shutOut(String)
    /// A temporary failure. It counts as an attempt for every item, and the whole lane waits.
    case trouble(String, retryAfter: Duration?)
    /// The receiver asks the app to wait. It is not an attempt, and the whole lane waits.
    case busy(String, retryAfter: Duration?)
    /// The network cannot be reached. It is not an attempt.
    case unreachable
    case cancelled
}

/// The result for one item of a batch.
package enum ItemVerdict: Sendable, Hashable {
    /// The receiver has the item.
    case posted
    /// The receiver will never accept the item.
    case refused(String)
    /// An attempt failed. This item waits; the rest of the lane does not wait.
    case again(String, retryAfter: Duration?)
    /// The item's receiver could not be reached. It is not an attempt. This item waits; the rest of the lane does not
    /// wait.
    case unreachable
}
