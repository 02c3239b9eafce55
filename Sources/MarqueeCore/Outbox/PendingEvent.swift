import MarqueeWire

/// An event on its way to the disk.
///
/// Its sequence number is given by the transaction that stores it, so that stored events have no gaps of their own.
struct PendingEvent: Sendable {
    /// Somebody who waits for the disk.
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

    /// What ``isValid(name:properties:)`` asks for, in words.
    static let form =
        "an event's name must be 1 to 64 of a-z, 0-9, '_', and it takes at most \(Event.maximumProperties) properties"

    /// Whether the parts known so far are in the form every receiver demands.
    static func isValid(name: String, properties: [String: Event.Value]) -> Bool {
        guard properties.count <= Event.maximumProperties else { return false }
        let bytes = name.utf8
        guard (1...64).contains(bytes.count) else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
