import MarqueeWire
import PlatformStore

/// Appends the events of one batch, and notes the slots of the new ones.
struct BatchAppend {
    /// What an event's name means to the log.
    private struct Name {
        let text: TextSpan
        let number: Int64
        let subject: Int64
        let projections: UInt64
    }

    private let batch: FoldedBatch
    private let writer: LogWriter
    private let skew: ClockSkew
    private let app: Int64
    private let install: Int64
    /// When recipients of the app opted out.
    private let optedOut: [String: Timestamp]
    /// Most batches have few names and one user, so the latest of each is kept.
    private var latestName: Name?
    private var latestUser: (text: TextSpan, subject: Int64)?
    /// The slots of events of one name and block, which are most of a batch: not noted yet.
    private var gathered: (name: Int64, place: EventSlots.Place)?

    init(_ batch: FoldedBatch, _ writer: LogWriter, optedOut: [String: Timestamp] = [:]) throws(StoreError) {
        self.optedOut = optedOut
        self.batch = batch
        self.writer = writer
        skew = ClockSkew(sent: batch.envelope.sent, received: batch.received)
        app = EventSlots.Subject.app.hash(scope: batch.scopeNumber)
        install = try batch.withBytes(of: batch.envelope.install) { (bytes) throws(StoreError) in
            EventSlots.Subject.install(bytes).hash(scope: batch.scopeNumber)
        }
    }

    /// The events that were new.
    mutating func run() throws(StoreError) -> [FoldedEvent] {
        var new: [FoldedEvent] = []
        new.reserveCapacity(batch.events.count)
        writer.events.begin(batch)
        for marked in batch.events {
            let name = try name(marked.name)
            var event = FoldedEvent(
                marked: marked, name: name.number, projections: name.projections, time: skew.corrected(marked.time))
            event.isOptedOut = isOptedOut(event)
            guard try writer.events.insert(event, of: batch) else { continue }
            try addSlots(event, name)
            new.append(event)
        }
        addGatheredSlots()
        return new
    }

    private func isOptedOut(_ event: FoldedEvent) -> Bool {
        guard !optedOut.isEmpty, let text = batch.text(writer.recipientKey, of: event) else { return false }
        return optedOut[batch.scanner.string(text)].map { event.time >= $0 } ?? false
    }

    private mutating func addSlots(_ event: FoldedEvent, _ name: Name) throws(StoreError) {
        let place = EventSlots.Place(made: event.marked.made)
        if let gathered, gathered.name == name.subject, gathered.place.block == place.block {
            self.gathered?.place.bits |= place.bits
        } else {
            addGatheredSlots()
            gathered = (name.subject, place)
        }
        guard event.marked.user.text != nil else { return }
        writer.slots.add(try user(event.marked.user), place)
    }

    private mutating func addGatheredSlots() {
        guard let (name, place) = gathered else { return }
        for subject in [app, install, name] { writer.slots.add(subject, place) }
        gathered = nil
    }

    private mutating func name(_ text: TextSpan) throws(StoreError) -> Name {
        if let latestName, batch.isSame(latestName.text, text) { return latestName }
        let number = try writer.number(of: text, in: batch)
        let name = Name(
            text: text, number: number,
            subject: EventSlots.Subject.name(number).hash(scope: batch.scopeNumber),
            projections: writer.projections(of: number, text, in: batch))
        latestName = name
        return name
    }

    private mutating func user(_ text: TextSpan) throws(StoreError) -> Int64 {
        if let latestUser, batch.isSame(latestUser.text, text) { return latestUser.subject }
        let subject = try batch.withBytes(of: text) { (bytes) throws(StoreError) in
            EventSlots.Subject.user(bytes).hash(scope: batch.scopeNumber)
        }
        latestUser = (text, subject)
        return subject
    }
}
