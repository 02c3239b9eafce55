import Foundation
import MarqueeWire

/// The batch that a part of a submission becomes: the events of one install, in the form in which devices post them.
struct SubmissionBatch: Sendable {
    /// The place of each event in the submission.
    let indexes: [Int]
    /// A ``MarqueeWire/EventBatch`` in JSON.
    let body: [UInt8]
    /// What ``BatchScanner`` would read in the body. The submission was read already, so the body is not read again.
    let scan: ScannedBatch
}

/// Writes a scanned submission as batches: one for each install, events with a number of their own apart from others.
struct SubmissionBatches {
    /// Whose events these are when neither the submission nor an event names an install.
    let sender: SubmissionSender
    /// The time for what the submission does not say.
    let now: Timestamp
    /// Remembers the ids of events without a time.
    let untimed: UntimedEvents
    private let keys: PropertyKeys
    private let scanner: JSONScanner
    private let submission: ScannedSubmission
    private var shape: AttributeShape
    /// The asked-for values of the event that is being written.
    private var values: [MarkedValue] = []
    /// The first reason why the event that is being written cannot be accepted.
    private var rejection: String?

    /// - Parameter keys: the properties whose values are marked.
    init(
        _ submission: ScannedSubmission, _ bytes: UnsafeBufferPointer<UInt8>, sender: SubmissionSender, now: Timestamp,
        untimed: UntimedEvents, keys: PropertyKeys
    ) {
        self.submission = submission
        scanner = JSONScanner(bytes)
        shape = AttributeShape(keys, scanner)
        (self.sender, self.now, self.untimed, self.keys) = (sender, now, untimed, keys)
    }

    private struct Key: Hashable {
        /// As it stands in JSON between quotes.
        let install: [UInt8]
        let isNumbered: Bool
    }

    private struct Open {
        var indexes: [Int] = []
        var body: [UInt8] = []
        var scan = ScannedBatch()

        /// Makes room for all events of a submission.
        mutating func reserveCapacity(_ submission: ScannedSubmission, _ size: Int) {
            let count = submission.entries.count
            indexes.reserveCapacity(count)
            body.reserveCapacity(size + 64 * count)
            scan.reserveCapacity(count)
        }
    }

    mutating func batches() -> [SubmissionBatch] {
        let sent = submission.sent ?? now.milliseconds
        var open: [Open] = []
        var places: [Key: Int] = [:]
        // Most events belong to the batch of the one before, and have its type.
        var latest: (key: Key?, place: Int, code: Int?, name: [UInt8]) = (nil, 0, nil, [])
        var names = InstallNames(submission, scanner, sender)
        var identities = SubmissionIdentities(app: sender.scope.app, now: now, untimed: untimed)
        for entry in submission.entries {
            let key = Key(install: names.name(of: entry), isNumbered: entry.sequence != nil)
            if key != latest.key {
                latest.key = key
                latest.place = places[key] ?? open.count
                if latest.place == open.count {
                    places[key] = latest.place
                    open.append(Self.begun(key, sent))
                    // Nearly all submissions have one install.
                    if latest.place == 0 { open[0].reserveCapacity(submission, scanner.bytes.count) }
                }
            }
            if entry.code != latest.code {
                latest.code = entry.code
                latest.name = Array(UniversalEventType(rawValue: entry.code).eventName.utf8)
            }
            let id = entry.id ?? identities.id(of: entry, in: submission, scanner)
            open[latest.place].indexes.append(entry.index)
            append(entry, id, latest.name, entry.time?.milliseconds ?? sent, to: &open[latest.place])
        }
        for place in open.indices {
            open[place].body.removeLast()
            open[place].body += "]}".utf8
        }
        return open.map { SubmissionBatch(indexes: $0.indexes, body: $0.body, scan: $0.scan) }
    }

    /// A batch up to its first event.
    private static func begun(_ key: Key, _ sent: Int64) -> Open {
        var open = Open()
        func write(_ text: some Collection<UInt8>, after head: String) -> TextSpan {
            open.body += head.utf8
            let start = open.body.count
            open.body += text
            return TextSpan(
                JSONScanner.Text(range: start..<open.body.count, isEscaped: text.contains(UInt8(ascii: "\\"))))
        }
        open.scan.envelope.install = write(key.install, after: #"{"install":""#)
        open.scan.envelope.sent = sent
        open.scan.envelope.sdk = write("engage".utf8, after: #"","sent":\#(sent),"sdk":""#)
        open.scan.envelope.lane = write((key.isNumbered ? lane : unnumbered).utf8, after: #"","lane":""#)
        open.body += #"","events":["#.utf8
        return open
    }

    /// The event with a comma behind it, and what ``BatchScanner`` would say of it.
    private mutating func append(
        _ entry: ScannedSubmission.Entry, _ id: EventID, _ name: [UInt8], _ time: Int64, to open: inout Open
    ) {
        var event = MarkedEvent()
        (event.id, event.time, event.sequence) = (id, time, entry.sequence ?? 1)
        values.removeAll(keepingCapacity: true)
        rejection = BatchScanner.times.contains(time) ? nil : BatchScanner.rangeRule("time")
        let start = open.body.count
        // Attributes take fewer bytes as properties than in the submission.
        open.body.append(atMost: Self.fixedBytes + name.count + entry.size) { writer in
            writer.add(#"{"id":""#)
            writer.add(id)
            writer.add(#"","name":""#)
            event.name = TextSpan(writer.position..<writer.position + name.count)
            name.withUnsafeBufferPointer { writer.add($0) }
            writer.add(#"","time":"#)
            writer.add(decimal: time)
            writer.add(#","sequence":"#)
            writer.add(decimal: event.sequence)
            writer.add(#","properties":"#)
            let first = writer.position
            add(entry.attributes, to: &writer)
            event.properties = TextSpan(first..<writer.position)
            writer.add("},")
        }
        // Without the comma.
        let size = open.body.count - start - 1
        if size > Event.maximumSize { reject(BatchScanner.sizeRule(size)) }
        open.scan.add(event, values, rejection)
    }

    /// The most bytes of an event without its name and its attributes: the texts, an id, and two numbers of 20 characters.
    private static let fixedBytes = 140

    /// The attributes as an object of properties.
    private mutating func add(_ attributes: Range<Int>, to writer: inout ByteWriter) {
        // If all names are those of the event before, which had no twins, this event has none either.
        var areFamiliar = true
        writer.add("{")
        for place in attributes {
            let attribute = submission.attributes[place]
            let key = shape.number(of: attribute.name, at: place - attributes.lowerBound)
            if !key.isFamiliar { areFamiliar = false }
            if place > attributes.lowerBound { writer.add(UInt8(ascii: ",")) }
            writer.add(scanner.quoted(attribute.name))
            writer.add(UInt8(ascii: ":"))
            let start = writer.position + 1
            switch attribute.value {
            case .text(let text): writer.add(scanner.quoted(text))
            case .bare(let range):
                writer.add(UInt8(ascii: "\""))
                writer.add(scanner.slice(range))
                writer.add(UInt8(ascii: "\""))
            case .none: writer.add(#""""#)
            }
            if let number = key.number { mark(attribute.value.text, as: number, at: start) }
        }
        writer.add("}")
        if attributes.count > Event.maximumProperties {
            shape.forget()
            reject(Event.Fault.propertyCount.message)
        } else if !areFamiliar, scanner.hasTwins(submission.attributes[attributes].map(\.name)) {
            shape.forget()
            reject(BatchScanner.twinRule)
        }
    }

    /// - Parameters:
    ///   - text: in the submission; `nil` for an empty one.
    ///   - start: where it stands in the batch.
    private mutating func mark(_ text: JSONScanner.Text?, as number: Int, at start: Int) {
        let key = keys[number]
        if key.isProgramText, let text, !scanner.isPlain(text) { reject(key.plainRule) }
        let size = text?.range.count ?? 0
        guard size <= key.longest else { return }
        let written = JSONScanner.Text(range: start..<start + size, isEscaped: text?.isEscaped ?? false)
        values.append(MarkedValue(key: number, .text, TextSpan(written)))
    }

    private mutating func reject(_ reason: @autoclosure () -> String) { rejection = rejection ?? reason() }

    /// The lane of events that Marquee's SDK numbered.
    private static let lane = EventLaneName.engage
    private static let unnumbered = EventLaneName.unnumbered
}
