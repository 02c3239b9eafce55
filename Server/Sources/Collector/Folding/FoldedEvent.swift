import MarqueeWire

/// An event that was folded, as places of its batch: most are never looked at again, and text is made only of those
/// that the live view shows.
struct FoldedEvent {
    /// The batch's place among those that are folded together.
    let batch: Int
    let event: IndexedEvent
    let install: TextSpan
    let time: Timestamp

    /// The event as text for the live view, taken out of the batch it came in.
    func live(in chunk: SpoolReader.Chunk) -> LiveEvent {
        let batch = chunk.batches[batch]
        return chunk.bytes[batch.body].withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            let text = { (span: TextSpan) in span.text.map(scanner.string) }
            return LiveEvent(
                scope: batch.scope, id: event.id, name: text(event.name) ?? "", time: time, received: batch.received,
                install: text(install) ?? "", user: text(event.user), properties: text(event.properties) ?? "{}")
        }
    }
}
