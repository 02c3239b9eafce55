import MarqueeWire

/// An event that was folded, as ranges of its batch: most are never looked at again, and text is made only of those
/// that the live view shows.
struct FoldedEvent {
    /// The batch's place among those that are folded together.
    let batch: Int
    let event: ScannedEvent
    let id: EventID
    let name: JSONScanner.Text
    let time: Timestamp
    let install: String

    /// The event as text for the live view, taken out of the batch it came in.
    func live(in batch: SpooledBatch) -> LiveEvent {
        batch.body.withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            return LiveEvent(
                scope: batch.scope, id: id, name: scanner.string(name), time: time, received: batch.received,
                install: install, user: event.user.map(scanner.string),
                properties: event.properties.map { String(decoding: scanner.slice($0), as: UTF8.self) } ?? "{}")
        }
    }
}
