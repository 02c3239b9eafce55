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
    /// Older batches of that kind that were removed to make room for them.
    var droppedDeadLetters = 0
    /// The latest new events of each app, oldest first, for the live view.
    var live: [EventRecord] = []
    private var newest: [String: [NewEvent]] = [:]

    /// A new event as positions in its chunk: text is made only of the events that the live view shows.
    private struct NewEvent {
        let batch: Int
        let event: MarkedEvent
        let install: TextSpan
        let time: Timestamp
    }

    /// Keeps a batch's new events while they are among the newest of their app.
    mutating func add(_ events: [(event: MarkedEvent, time: Timestamp)], of batch: FoldedBatch, at place: Int) {
        self.events += events.count
        let app = batch.scope.app
        newest[app, default: []] += events.suffix(LiveEvents.capacity).map {
            NewEvent(batch: place, event: $0.event, install: batch.envelope.install, time: $0.time)
        }
        let surplus = newest[app, default: []].count - LiveEvents.capacity
        if surplus >= LiveEvents.capacity { newest[app]?.removeFirst(surplus) }
    }

    /// Makes ``live`` of the events that were added.
    mutating func finish(_ chunk: EventChunk) {
        batches = chunk.batches.count
        live = newest.values.flatMap { $0.suffix(LiveEvents.capacity).map { Self.record($0, in: chunk) } }
        newest = [:]
    }

    private static func record(_ new: NewEvent, in chunk: EventChunk) -> EventRecord {
        let batch = chunk.batches[new.batch]
        return chunk.bytes[batch.body].withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            let text = { (span: TextSpan) in span.text.map(scanner.string) }
            return EventRecord(
                scope: batch.scope, id: new.event.id, name: text(new.event.name) ?? "", time: new.time,
                received: batch.received, install: text(new.install) ?? "", user: text(new.event.user),
                session: text(new.event.session), sequence: new.event.sequence,
                properties: text(new.event.properties) ?? "{}")
        }
    }
}
