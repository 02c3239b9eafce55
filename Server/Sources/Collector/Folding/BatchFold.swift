import MarqueeWire
import PlatformStore

/// Folds the events of one batch.
///
/// Lives no longer than the bytes it reads.
struct BatchFold {
    /// Events that were acknowledged and cannot be read now, with the reason.
    private(set) var unexpected: [String] = []

    private let batch: SpooledBatch
    /// The batch's place among those that are folded together.
    private let place: Int
    private let scanned: ScannedBatch
    private let scanner: JSONScanner
    private let terms: Terms
    private let scope: Int64
    private let skew: ClockSkew
    private let install: String
    private let advertiser: String?

    init(
        _ batch: SpooledBatch, at place: Int, _ scanned: ScannedBatch, _ bytes: UnsafeBufferPointer<UInt8>,
        _ terms: Terms
    ) throws(StoreError) {
        self.batch = batch
        self.place = place
        self.scanned = scanned
        self.terms = terms
        scanner = JSONScanner(bytes)
        scope = try terms.id(batch.scope.description)
        skew = ClockSkew(sent: scanned.sent ?? batch.received.milliseconds, received: batch.received)
        install = scanned.install.map(scanner.string) ?? ""
        advertiser = scanned.advertiser.map(scanner.string)
    }

    mutating func run(_ insert: SQLiteStatement, _ tally: inout Tally, _ outcome: inout Warehouse.Outcome)
        throws(StoreError)
    {
        let rejected = Set(
            stride(from: 0, to: batch.rejected.count - 1, by: 2).map {
                Int(batch.rejected[$0]) << 8 | Int(batch.rejected[$0 + 1])
            })
        var new = 0
        var release: Int64?
        for (index, event) in (scanned.events ?? []).enumerated() where !rejected.contains(index) {
            guard event.rejection == nil, let id = event.id, let name = event.name, let time = event.time else {
                unexpected.append("event \(index): \(event.rejection ?? "incomplete")")
                continue
            }
            let happened = skew.corrected(time)
            guard try store(event, id, name, happened, insert) else {
                outcome.statistics.duplicates += 1
                continue
            }
            new += 1
            release = try count(event, name, happened, &tally) ?? release
            outcome.newest.append(
                FoldedEvent(batch: place, event: event, id: id, name: name, time: happened, install: install))
        }
        outcome.statistics.events += new
        note(new, release, &tally)
    }

    /// Whether the event was not there yet.
    private func store(
        _ event: ScannedEvent, _ id: EventID, _ name: JSONScanner.Text, _ time: Timestamp, _ insert: SQLiteStatement
    ) throws(StoreError) -> Bool {
        var bytes = (id.high.bigEndian, id.low.bigEndian)
        let term = try terms.id(Array(scanner.slice(name.range)))
        let user = event.user.flatMap { $0.isEscaped ? scanner.decoded($0) : nil } ?? []
        let session = event.session.flatMap { $0.isEscaped ? scanner.decoded($0) : nil } ?? []
        let result = withUnsafeBytes(of: &bytes) { key in
            user.withUnsafeBufferPointer { user in
                session.withUnsafeBufferPointer { session -> Result<Void, StoreError> in
                    insert.bind(1, borrowedBlob: key)
                    insert.bind(2, scope)
                    insert.bind(3, term)
                    insert.bind(4, time.milliseconds)
                    insert.bind(5, batch.received.milliseconds)
                    insert.bind(6, install)
                    bind(event.user, decoded: user, 7, insert)
                    bind(event.session, decoded: session, 8, insert)
                    insert.bind(9, event.sequence ?? 0)
                    insert.bind(10, advertiser)
                    if let range = event.properties {
                        insert.bind(11, borrowedText: scanner.slice(range))
                    } else {
                        insert.bindNull(11)
                    }
                    return Result { () throws(StoreError) in try insert.run() }
                }
            }
        }
        try result.get()
        return insert.changes == 1
    }

    private func bind(
        _ text: JSONScanner.Text?, decoded: UnsafeBufferPointer<UInt8>, _ index: Int32, _ insert: SQLiteStatement
    ) {
        guard let text else { return insert.bindNull(index) }
        insert.bind(index, borrowedText: text.isEscaped ? decoded : scanner.slice(text.range))
    }

    /// Adds the event to the figures of its page; returns the release it names.
    private func count(_ event: ScannedEvent, _ name: JSONScanner.Text, _ time: Timestamp, _ tally: inout Tally)
        throws(StoreError) -> Int64?
    {
        guard let range = event.properties, let metric = metric(name) else { return nil }
        let properties = ContentProperties(scanner.bytes, range)
        guard metric != .refresh, let uri = properties.uri,
            let page = try terms.page(uri, channel: properties.channel, scope: scope)
        else { return properties.release }
        let key = Tally.Key(
            scope: scope, day: Day(time).number, page: page, entry: try terms.id(properties.entryPoint))
        switch metric {
        case .presentation: tally.figures[key, default: Figures()].presentations += 1
        case .view:
            tally.figures[key, default: Figures()].views += 1
            tally.readers.insert(Tally.Reader(key: key, reader: try reader(event)))
        case .read:
            tally.figures[key, default: Figures()].reads += 1
            tally.figures[key, default: Figures()].dwellMilliseconds += properties.dwellMilliseconds
            tally.figures[key, default: Figures()].completions += properties.isCompleted ? 1 : 0
        case .link: tally.figures[key, default: Figures()].links += 1
        case .refresh: break
        }
        return properties.release
    }

    private enum Metric {
        case presentation
        case view
        case read
        case link
        case refresh
    }

    private func metric(_ name: JSONScanner.Text) -> Metric? {
        switch String(decoding: scanner.slice(name.range), as: UTF8.self) {
        case EventName.hubPresented: .presentation
        case EventName.contentViewed: .view
        case EventName.contentRead: .read
        case EventName.externalLinkOpened: .link
        case EventName.refreshEnded: .refresh
        default: nil
        }
    }

    /// Users and installs are told apart by their first letter.
    private func reader(_ event: ScannedEvent) throws(StoreError) -> Int64 {
        guard let user = event.user else { return try terms.id("i\(install)") }
        return try terms.id([UInt8(ascii: "u")] + scanner.decoded(user))
    }

    private func note(_ events: Int, _ release: Int64?, _ tally: inout Tally) {
        let key = Tally.InstallKey(scope: scope, id: install)
        let received = batch.received.milliseconds
        var entry = tally.installs[key] ?? Tally.Install(firstSeen: received, lastSeen: received, sdk: "")
        entry.lastSeen = received
        entry.sdk = scanned.sdk.map(scanner.string) ?? ""
        entry.release = release ?? entry.release
        entry.events += events
        tally.installs[key] = entry
    }
}
