import MarqueeWire
import PlatformStore

/// Folds the events of one batch.
///
/// Lives no longer than the bytes it reads.
struct BatchFold {
    private let batch: StoredBatch
    /// The batch's place among those that are folded together.
    private let place: Int
    private let envelope: BatchIndex.Envelope
    private let events: [IndexedEvent]
    private let scanner: JSONScanner
    private let terms: Terms
    private let scope: Int64
    private let skew: ClockSkew
    /// The newest release of the scope.
    private let newest: Int64
    /// The figures counted last: a reader's events are often of one page.
    private var latest: (key: Tally.Key, row: Int)?
    /// What was looked up last: a batch has few names and entry points.
    private var latestName: (text: TextSpan, name: Name)?
    private var latestEntry: (text: TextSpan, term: Int64)?

    init(
        _ batch: StoredBatch, at place: Int, _ envelope: BatchIndex.Envelope, _ events: [IndexedEvent],
        _ bytes: UnsafeBufferPointer<UInt8>, _ terms: Terms, newest: Int64
    ) throws(StoreError) {
        self.newest = newest
        self.batch = batch
        self.place = place
        self.envelope = envelope
        self.events = events
        self.terms = terms
        scanner = JSONScanner(bytes)
        scope = try terms.id(batch.scope.description)
        skew = ClockSkew(sent: envelope.sent, received: batch.received)
    }

    mutating func run(
        _ insert: SQLiteStatement, _ addStray: SQLiteStatement, _ tally: inout Tally,
        _ outcome: inout Warehouse.Outcome
    ) throws(StoreError) {
        let received = batch.received.milliseconds
        let day = Day(batch.received).number
        var new: [FoldedEvent] = []
        new.reserveCapacity(events.count)
        var release: Int64?
        for event in events {
            let happened = skew.corrected(event.time)
            let name = try name(event.name)
            guard try store(event, name.term, happened, insert) else {
                outcome.statistics.duplicates += 1
                continue
            }
            if !EventSweep.isExpected(made: Int64(event.high >> 16), received: received) {
                addStray.bind(1, Int64(day))
                addStray.bind(2, blob: event.id.bytes)
                try addStray.run()
            }
            if let metric = name.metric { release = try count(event, as: metric, happened, &tally) ?? release }
            new.append(FoldedEvent(batch: place, event: event, install: envelope.install, time: happened))
        }
        outcome.note(new, of: batch.scope.app)
        outcome.statistics.events += new.count
        tally.arrivals[day, default: 0] += new.count
        note(new.count, release, &tally)
    }

    /// Whether the event was not there yet.
    private func store(_ event: IndexedEvent, _ name: Int64, _ time: Timestamp, _ insert: SQLiteStatement)
        throws(StoreError) -> Bool
    {
        var key = (event.high.bigEndian, event.low.bigEndian)
        return try withUnsafeBytes(of: &key) { (key) throws(StoreError) in
            insert.bind(1, borrowedBlob: key)
            insert.bind(2, scope)
            insert.bind(3, name)
            insert.bind(4, time.milliseconds)
            insert.bind(5, batch.received.milliseconds)
            bind(6, envelope.install, insert)
            bind(7, event.user, insert)
            bind(8, event.session, insert)
            insert.bind(9, event.sequence)
            bind(10, envelope.advertiser, insert)
            bind(11, event.properties, insert)
            try insert.run()
            return insert.changes == 1
        }
    }

    private func bind(_ index: Int32, _ span: TextSpan, _ insert: SQLiteStatement) {
        guard let text = span.text else { return insert.bindNull(index) }
        guard !text.isEscaped else { return insert.bind(index, text: scanner.decoded(text)) }
        insert.bind(index, borrowedText: scanner.slice(text.range))
    }

    /// Adds the event to the figures of its page; returns the release it names.
    private mutating func count(_ event: IndexedEvent, as metric: Metric, _ time: Timestamp, _ tally: inout Tally)
        throws(StoreError) -> Int64?
    {
        if metric == .profile { try noteProfile(event, time, &tally) }
        guard metric != .refresh, let page = try page(event) else { return event.releaseIfAny }
        let key = Tally.Key(scope: scope, day: Day(time).number, page: page, entry: try entry(event.entryPoint))
        let row = latest?.key == key ? latest?.row ?? 0 : tally.row(of: key)
        latest = (key, row)
        switch metric {
        case .presentation: tally.rows[row].figures.presentations += 1
        case .view:
            tally.rows[row].figures.views += 1
            tally.rows[row].readers.append(try reader(event))
        case .read:
            tally.rows[row].figures.reads += 1
            tally.rows[row].figures.dwellMilliseconds += Int64(event.dwellMilliseconds)
            tally.rows[row].figures.completions += event.flags.contains(.isCompleted) ? 1 : 0
        case .link: tally.rows[row].figures.links += 1
        case .refresh, .profile: break
        }
        return event.releaseIfAny
    }

    /// The name of an event, as a term and as what is counted.
    private struct Name {
        let term: Int64
        let metric: Metric?
    }

    private mutating func name(_ text: TextSpan) throws(StoreError) -> Name {
        if let latestName, isSame(latestName.text, text) { return latestName.name }
        let name = Name(term: try term(text), metric: metric(text))
        latestName = (text, name)
        return name
    }

    private mutating func entry(_ text: TextSpan) throws(StoreError) -> Int64 {
        if let latestEntry, isSame(latestEntry.text, text) { return latestEntry.term }
        let term = try term(text)
        latestEntry = (text, term)
        return term
    }

    private func isSame(_ left: TextSpan, _ right: TextSpan) -> Bool {
        guard let left = left.text, let right = right.text else { return left == right }
        return scanner.isSame(left, right)
    }

    private enum Metric {
        case presentation
        case view
        case read
        case link
        case refresh
        case profile
    }

    private static let metrics: [(name: [UInt8], metric: Metric)] = [
        (Array(EventName.contentViewed.utf8), .view), (Array(EventName.contentRead.utf8), .read),
        (Array(EventName.hubPresented.utf8), .presentation), (Array(EventName.externalLinkOpened.utf8), .link),
        (Array(EventName.refreshEnded.utf8), .refresh), (Array(EventName.userTags.utf8), .profile),
    ]

    private func metric(_ name: TextSpan) -> Metric? {
        guard let text = name.text else { return nil }
        return Self.metrics.first { scanner.isEqual(text, $0.name) }?.metric
    }

    private func noteProfile(_ event: IndexedEvent, _ time: Timestamp, _ tally: inout Tally) throws(StoreError) {
        guard let tags = event.tags.text else { return }
        let profile = Tally.Profile(time: time.milliseconds, tags: scanner.string(tags))
        tally.note(profile, of: Tally.ProfileKey(scope: scope, reader: try reader(event)))
    }

    private func page(_ event: IndexedEvent) throws(StoreError) -> Int64? {
        guard let uri = event.uri.text else { return nil }
        let release = event.releaseIfAny
        return try scanner.withBytes(of: uri) { (uri) throws(StoreError) in
            guard let channel = event.channel.text else {
                return try terms.page(uri, channel: nil, release: release, newest: newest, scope: scope)
            }
            return try scanner.withBytes(of: channel) { (channel) throws(StoreError) in
                try terms.page(uri, channel: channel, release: release, newest: newest, scope: scope)
            }
        }
    }

    /// The number of a text; an event without one has the empty text.
    private func term(_ span: TextSpan) throws(StoreError) -> Int64 {
        guard let text = span.text else { return try terms.id("") }
        return try scanner.withBytes(of: text) { (bytes) throws(StoreError) in try terms.id(bytes) }
    }

    private func reader(_ event: IndexedEvent) throws(StoreError) -> Int64 {
        let user = event.user.text
        guard let text = user ?? envelope.install.text else { return 0 }
        let kind: Terms.Kind = user == nil ? .install : .user
        return try scanner.withBytes(of: text) { (bytes) throws(StoreError) in try terms.id(bytes, kind) }
    }

    private func note(_ events: Int, _ release: Int64?, _ tally: inout Tally) {
        let key = Tally.InstallKey(scope: scope, id: envelope.install.text.map(scanner.string) ?? "")
        let received = batch.received.milliseconds
        var entry = tally.installs[key] ?? Tally.Install(firstSeen: received, lastSeen: received, sdk: "")
        entry.lastSeen = received
        entry.sdk = envelope.sdk.text.map(scanner.string) ?? ""
        entry.release = release ?? entry.release
        entry.events += events
        tally.installs[key] = entry
    }
}
