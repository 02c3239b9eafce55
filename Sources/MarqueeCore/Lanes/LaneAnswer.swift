/// The meaning of a receiver's answer, or of a missing answer, for the items of a batch.
package enum LaneAnswer: Sendable, Hashable {
    /// A verdict for each item, in the batch's order.
    case settled([ItemVerdict])
    /// The receiver refuses the whole batch because of one of its items. The text is the reason.
    case refusedWhole(String)
    /// The receiver accepts nothing from this app now. The lane pauses until the app comes back to the foreground.
    case shutOut(String)
    /// The receiver refuses the request's credentials. The lane is asked for another request at once; if that is refused
    /// too, the lane is shut out.
    case unauthorised(String)
    /// A temporary failure. It counts as an attempt for every item, and the whole lane waits.
    case trouble(String, retryAfter: Duration?)
    /// The receiver asks the app to wait. It is not an attempt, and the whole lane waits.
    case busy(String, retryAfter: Duration?)
    /// The network cannot be reached. It is not an attempt.
    case unreachable
    case cancelled
}

extension LaneAnswer {
    /// The meaning of a missing response from Marquee's service or an Engage-compatible host.
    ///
    /// In a Wi-Fi with a sign-in page, that page answers in place of the receiver: with an untrusted certificate, a
    /// redirect, or a body that is too large. The receiver did not get the batch, so this is not an attempt.
    package init(_ error: TransportError) {
        self =
            switch error.code {
            case .unreachable, .untrusted: .unreachable
            case .redirectRefused, .bodyTooLarge, .insecureURL: .busy(error.code.rawValue, retryAfter: nil)
            case .interrupted, .deadlineExceeded: .trouble(error.code.rawValue, retryAfter: nil)
            case .cancelled: .cancelled
            }
    }
}

/// The result for one item of a batch.
package enum ItemVerdict: Sendable, Hashable {
    /// The receiver has the item.
    case posted
    /// The receiver will never accept the item.
    case refused(String)
    /// The receiver decided about other items of the batch only. The item may be sent again at once, and the request was
    /// no attempt for it.
    case undecided
    /// An attempt failed. This item waits; the rest of the lane does not wait.
    case again(String, retryAfter: Duration?)
    /// The item's receiver could not be reached. It is not an attempt. This item waits; the rest of the lane does not
    /// wait.
    case unreachable
}
