import MarqueeWire

/// An event in memory that is not yet on disk.
///
/// The transaction that stores the event sets its sequence number, so that the numbers on disk have no gaps.
struct PendingEvent: Sendable {
    /// A caller that waits until the event is on disk.
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
