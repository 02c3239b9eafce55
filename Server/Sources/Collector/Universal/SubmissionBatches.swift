import Foundation
import MarqueeWire

/// The batch that a part of a submission becomes: the events of one install, in the form in which devices post them.
struct SubmissionBatch: Sendable {
    /// The place of each event in the submission.
    let indexes: [Int]
    /// A ``MarqueeWire/EventBatch`` in JSON.
    let body: [UInt8]
}

/// Writes a scanned submission as batches: one for each install, events with a number of their own apart from others.
struct SubmissionBatches {
    /// Whose events these are when neither the submission nor an event names an install.
    let sender: SubmissionSender
    /// The time for what the submission does not say.
    let now: Timestamp
    /// Remembers the ids of events without a time.
    let untimed: UntimedEvents
    private let scanner: JSONScanner
    private let submission: ScannedSubmission

    init(
        _ submission: ScannedSubmission, _ bytes: UnsafeBufferPointer<UInt8>, sender: SubmissionSender, now: Timestamp,
        untimed: UntimedEvents
    ) {
        self.submission = submission
        scanner = JSONScanner(bytes)
        (self.sender, self.now, self.untimed) = (sender, now, untimed)
    }

    private struct Key: Hashable {
        /// As it stands in JSON between quotes.
        let install: [UInt8]
        let isNumbered: Bool
    }

    private struct Open {
        var indexes: [Int] = []
        var body: [UInt8]
    }

    func batches() -> [SubmissionBatch] {
        let sent = submission.sent ?? now.milliseconds
        var open: [Open] = []
        var places: [Key: Int] = [:]
        var names = InstallNames(submission, scanner, sender)
        var identities = SubmissionIdentities(app: sender.scope.app, now: now, untimed: untimed)
        var eventNames: [Int: [UInt8]] = [:]
        for entry in submission.entries {
            let key = Key(install: names.name(of: entry), isNumbered: entry.sequence != nil)
            let place = places[key] ?? open.count
            if place == open.count {
                places[key] = place
                open.append(Open(body: head(key, sent)))
                // Nearly all submissions have one install.
                if place == 0 { open[0].body.reserveCapacity(scanner.bytes.count + 64 * submission.entries.count) }
            }
            let name = eventNames[entry.code] ?? Array(UniversalEventType(rawValue: entry.code).eventName.utf8)
            eventNames[entry.code] = name
            let id = entry.id ?? identities.id(of: entry, in: submission, scanner)
            open[place].indexes.append(entry.index)
            append(entry, id, name, entry.time?.milliseconds ?? sent, to: &open[place].body)
        }
        for place in open.indices {
            open[place].body.removeLast()
            open[place].body += "]}".utf8
        }
        return open.map { SubmissionBatch(indexes: $0.indexes, body: $0.body) }
    }

    private func head(_ key: Key, _ sent: Int64) -> [UInt8] {
        var head: [UInt8] = []
        head += #"{"install":""#.utf8
        head += key.install
        head +=
            #"","sent":\#(sent),"sdk":"engage","lane":"\#(key.isNumbered ? Self.lane : Self.unnumbered)","events":["#
            .utf8
        return head
    }

    /// The event with a comma behind it.
    private func append(
        _ entry: ScannedSubmission.Entry, _ id: EventID, _ name: [UInt8], _ time: Int64, to body: inout [UInt8]
    ) {
        let start = body.count
        let most = Self.fixedBytes + name.count + entry.attributes.reduce(0) { $0 + bytes(ofAttribute: $1) }
        body.append(contentsOf: repeatElement(0, count: most))
        let end = body.withUnsafeMutableBytes { bytes in
            var writer = ByteWriter(bytes, at: start)
            writer.add(#"{"id":""#)
            writer.add(id)
            writer.add(#"","name":""#)
            name.withUnsafeBufferPointer { writer.add($0) }
            writer.add(#"","time":"#)
            writer.add(decimal: time)
            writer.add(#","sequence":"#)
            writer.add(decimal: entry.sequence ?? 1)
            writer.add(#","properties":{"#)
            for place in entry.attributes {
                if place > entry.attributes.lowerBound { writer.add(",") }
                add(submission.attributes[place], to: &writer)
            }
            writer.add("}},")
            return writer.position
        }
        body.removeLast(body.count - end)
    }

    /// The most bytes of an event without its name and its attributes: the texts, an id, and two numbers of 20 characters.
    private static let fixedBytes = 140

    private func add(_ attribute: ScannedSubmission.Attribute, to writer: inout ByteWriter) {
        writer.add("\"")
        writer.add(scanner.slice(attribute.name.range))
        writer.add(#"":""#)
        switch attribute.value {
        case .text(let text): writer.add(scanner.slice(text.range))
        case .bare(let range): writer.add(scanner.slice(range))
        case .none: break
        }
        writer.add("\"")
    }

    /// With its quotes, its colon and a comma.
    private func bytes(ofAttribute place: Int) -> Int {
        let attribute = submission.attributes[place]
        let value =
            switch attribute.value {
            case .text(let text): text.range.count
            case .bare(let range): range.count
            case .none: 0
            }
        return attribute.name.range.count + value + 6
    }

    /// The lane of events that Marquee's SDK numbered.
    private static let lane = EventLaneName.engage
    private static let unnumbered = EventLaneName.unnumbered
}
