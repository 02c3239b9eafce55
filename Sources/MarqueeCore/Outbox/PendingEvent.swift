import MarqueeWire

/// An event on its way to the disk.
///
/// The transaction that stores it gives it its sequence number, so that stored events have no gaps.
struct PendingEvent: Sendable {
    /// A caller that waits for the disk.
    typealias Waiter = CheckedContinuation<Result<Void, MarqueeError>, Never>

    let id: EventID
    let name: String
    let time: Timestamp
    let user: String?
    let session: String?
    let properties: [String: Event.Value]
    var waiter: Waiter?

    func event(sequence: Int64) -> Event {
        Event(
            id: id, name: name, time: time, sequence: sequence, user: user, session: session, properties: properties)
    }
}
