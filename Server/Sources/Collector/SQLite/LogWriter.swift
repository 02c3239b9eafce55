import Foundation
import MarqueeWire
import PlatformStore

/// The writing part of ``SQLiteEventLog``; not for several threads at once.
final class LogWriter {
    /// Event names that are kept apart, of one app and stream.
    private static let mostNames = 5000

    let connection: SQLiteConnection
    let slots: EventSlots
    let events: EventTable
    let sweep: EventSweep
    let retention: Retention
    let slotSweep: SlotSweep
    let erasures: Erasures
    let deadLetters: DeadLetters
    private let keys: PropertyKeys
    private let names: NameTable
    private let eventNames: NameList
    private let cursor: SpoolCursor
    let recipientKey: FoldKey
    let folds: [(eventNames: Set<String>?, fold: any ProjectionFold)]
    /// The projections that fold the events of each name's number, as in ``FoldedEvent/projections``.
    private var interested: [Int64: UInt64] = [:]
    /// The batch's app and stream with its number, which most batches of a transaction share.
    private var latestScope: (scope: Scope, number: Int64)?

    init(at url: URL, _ projections: [any Projection], keys: PropertyKeys, retention: Retention) throws(StoreError) {
        guard projections.count <= UInt64.bitWidth else {
            throw StoreError(.invalid, "a log has at most \(UInt64.bitWidth) projections")
        }
        self.retention = retention
        self.keys = keys
        connection = try SQLiteConnection(path: url.path)
        try WarehouseSchema.prepare(connection, projections)
        names = try NameTable(connection)
        eventNames = try names.list(
            "event", most: Self.mostNames,
            reserved: projections.reduce(into: Set()) { $0.formUnion($1.eventNames ?? []) })
        slots = try EventSlots(connection)
        events = try EventTable(connection)
        sweep = try EventSweep(connection)
        cursor = try SpoolCursor(connection)
        slotSweep = try SlotSweep(connection)
        deadLetters = try DeadLetters(connection)
        erasures = try Erasures(connection)
        let context = FoldContext(connection: connection, names: names, keys: keys, retention: retention, slots: slots)
        var folds: [(eventNames: Set<String>?, fold: any ProjectionFold)] = []
        for projection in projections { folds.append((projection.eventNames, try projection.open(in: context))) }
        self.folds = folds
        recipientKey = context.key(Identities.recipient)
    }

    func positions() throws(StoreError) -> [SpoolPosition] { try cursor.positions() }

    /// - Parameter facts: what is known of the chunk's apps, by app.
    func append(_ chunk: EventChunk, facts: [String: AppFacts] = [:]) throws(StoreError) -> AppendResult {
        var result = AppendResult()
        try transaction { () throws(StoreError) in
            try chunk.bytes.withUnsafeBufferPointer { (bytes) throws(StoreError) in
                let bytes = UnsafeRawBufferPointer(bytes)
                for (place, batch) in chunk.batches.enumerated() {
                    try append(batch, at: place, bytes, facts[batch.scope.app] ?? AppFacts(), &result)
                }
            }
            try slots.write()
            try events.writeArrivals()
            for (_, fold) in folds { try fold.write() }
            if result.deadLetters > 0 { result.droppedDeadLetters = try deadLetters.trim() }
            try cursor.store(chunk.end, without: chunk.gone)
        }
        result.finish(chunk)
        return result
    }

    func tidy(now: Timestamp) throws(StoreError) -> TidyStep {
        let today = Day(now)
        var step = TidyStep()
        try transaction { () throws(StoreError) in
            try names.tidy(today: today.number)
            // Names come and go, so what is known of them is forgotten from time to time.
            interested = [:]
            step.droppedDeadLetters =
                try deadLetters.trim() + deadLetters.remove(before: (today + -retention.deadLetterDays).start)
        }
        for (_, fold) in folds {
            try transaction { () throws(StoreError) in if try fold.tidy(now: now) { step.isLast = false } }
        }
        return step
    }

    /// The number of an event's name.
    func number(of name: TextSpan, in batch: FoldedBatch) throws(StoreError) -> Int64 {
        try batch.withBytes(of: name) { (bytes) throws(StoreError) in
            try eventNames.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
    }

    /// The projections that fold events of a name, as in ``FoldedEvent/projections``.
    func projections(of number: Int64, _ name: TextSpan, in batch: FoldedBatch) -> UInt64 {
        if let known = interested[number] { return known }
        let name = name.text.map(batch.scanner.string) ?? ""
        var bits: UInt64 = 0
        for (place, fold) in folds.enumerated() where fold.eventNames?.contains(name) ?? true { bits |= 1 << place }
        interested[number] = bits
        return bits
    }

    /// After a rollback everything in memory is forgotten, since it may not be in the file.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        do { try connection.transaction(body) } catch {
            names.forget()
            slots.forget()
            events.forget()
            slotSweep.forget()
            interested = [:]
            latestScope = nil
            for (_, fold) in folds { fold.forget() }
            throw error
        }
    }

    private func append(
        _ batch: StoredBatch, at place: Int, _ bytes: UnsafeRawBufferPointer, _ facts: AppFacts,
        _ result: inout AppendResult
    ) throws(StoreError) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
        let (scanned, problem) = EventChunk.read(batch, in: bytes, keys: keys)
        if let problem {
            try deadLetters.add(body, scope: try number(of: batch.scope), received: batch.received, problem: problem)
            result.deadLetters += 1
        }
        guard let scanned else { return }
        let batch = FoldedBatch(
            batch, scanned, body, scopeNumber: try number(of: batch.scope), testDevices: facts.testDevices)
        var append = try BatchAppend(batch, self, optedOut: facts.optedOut)
        let new = try append.run()
        try fold(new, of: batch)
        result.duplicates += batch.events.count - new.count
        result.add(new, of: batch, at: place)
        events.addArrivals(new.count, of: batch)
    }

    /// Hands each projection the events that it asks for, which are all of them most of the time.
    private func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        let shared = events.reduce(UInt64.max) { $0 & $1.projections }
        let any = events.reduce(UInt64(0)) { $0 | $1.projections }
        for (place, (_, fold)) in folds.enumerated() {
            let bit: UInt64 = 1 << place
            let isPart = shared & bit == 0 && any & bit != 0
            let asked = isPart ? events.filter { $0.projections & bit != 0 } : any & bit == 0 ? [] : events
            try fold.fold(asked, of: batch)
        }
    }

    /// Forgets the numbers of names and everything that stands on them, after texts have changed in the file.
    func forgetNames() {
        names.forget()
        for (_, fold) in folds { fold.forget() }
    }

    func number(of scope: Scope) throws(StoreError) -> Int64 {
        if let latestScope, latestScope.scope == scope { return latestScope.number }
        let number = try names.number(of: scope.description)
        latestScope = (scope, number)
        return number
    }
}
