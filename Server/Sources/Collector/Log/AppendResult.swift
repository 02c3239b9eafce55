import MarqueeWire

/// What became of the events of an ``EventChunk``.
struct AppendResult: Sendable {
    /// Batches that were read.
    var batches = 0
    /// Events that were new.
    var events = 0
    /// Events that the log had already.
    var duplicates = 0
    /// Batches that could not be read, or not wholly.
    var deadLetters = 0
    /// Kept batches that were dropped to make room for them.
    var droppedDeadLetters = 0
    /// The latest new events of each app, oldest first, for the live view.
    var live: [EventRecord] = []
    private var newest: [String: [NewEvents]] = [:]

    /// A batch's new events as positions in the chunk: text is made only of the events that the live view shows.
    private struct NewEvents {
        let batch: Int
        let install: TextSpan
        let events: [FoldedEvent]
    }

    /// Keeps a batch's new events.
    mutating func add(_ events: [FoldedEvent], of batch: FoldedBatch, at place: Int) {
        guard !events.isEmpty else { return }
        self.events += events.count
        newest[batch.scope.app, default: []].append(
            NewEvents(batch: place, install: batch.envelope.install, events: events))
    }

    /// Makes ``live`` of the events that were added.
    mutating func finish(_ chunk: EventChunk) {
        batches = chunk.batches.count
        live = newest.values.flatMap { Self.latest($0, in: chunk) }
        newest = [:]
    }

    /// The latest events of an app, oldest first.
    private static func latest(_ batches: [NewEvents], in chunk: EventChunk) -> [EventRecord] {
        var records: [EventRecord] = []
        for batch in batches.reversed() {
            for event in batch.events.reversed() where records.count < LiveEvents.capacity {
                records.append(record(event, of: batch, in: chunk))
            }
            if records.count == LiveEvents.capacity { break }
        }
        return records.reversed()
    }

    private static func record(_ event: FoldedEvent, of new: NewEvents, in chunk: EventChunk) -> EventRecord {
        let batch = chunk.batches[new.batch]
        return chunk.bytes[batch.body].withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            let text = { (span: TextSpan) in span.text.map(scanner.string) }
            return EventRecord(
                scope: batch.scope, id: event.marked.id, name: text(event.marked.name) ?? "", time: event.time,
                received: batch.received, install: text(new.install) ?? "", user: text(event.marked.user),
                session: text(event.marked.session), sequence: event.marked.sequence,
                properties: text(event.marked.properties) ?? "{}", isOptedOut: event.isOptedOut)
        }
    }
}
