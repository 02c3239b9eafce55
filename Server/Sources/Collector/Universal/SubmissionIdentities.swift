import Foundation
import MarqueeWire

/// Ids for events that came without one, made of their content: an old SDK that sends a batch again sends the same ids.
struct SubmissionIdentities {
    private let app: String
    private let now: Timestamp
    private let untimed: UntimedEvents
    /// Events without a time cannot be told apart by it, so equal ones of one submission are counted.
    private var twins: [ObjectHash: Int] = [:]

    init(app: String, now: Timestamp, untimed: UntimedEvents) {
        self.app = app
        self.now = now
        self.untimed = untimed
    }

    mutating func id(
        of entry: ScannedSubmission.Entry, in submission: ScannedSubmission, _ scanner: JSONScanner
    ) -> EventID {
        let content = ObjectHash(of: content(of: entry, in: submission, scanner))
        guard let time = entry.time else {
            let twin = twins[content, default: 0]
            twins[content] = twin + 1
            let hash = twin == 0 ? content : ObjectHash(of: Data("\(content.hex) \(twin)".utf8))
            return EventID(hash, at: untimed.time(of: hash, now: now))
        }
        return EventID(content, at: time)
    }

    /// The parts with a zero byte behind each, which no text of JSON holds. Attributes are ordered, since a dictionary may
    /// be written in any order.
    private func content(
        of entry: ScannedSubmission.Entry, in submission: ScannedSubmission, _ scanner: JSONScanner
    ) -> Data {
        var data = Data("\(app)\0\(entry.code)\0\(entry.time?.milliseconds.description ?? "")\0".utf8)
        if let device = entry.device { data.append(scanner.slice(device.range)) }
        data.append(0)
        let attributes = entry.attributes.map { place in
            let attribute = submission.attributes[place]
            var bytes = Array(scanner.slice(attribute.name.range)) + [0]
            switch attribute.value {
            case .text(let text): bytes += scanner.slice(text.range)
            case .bare(let range): bytes += scanner.slice(range)
            case .none: break
            }
            return bytes + [0]
        }
        for bytes in attributes.sorted(by: { $0.lexicographicallyPrecedes($1) }) { data.append(contentsOf: bytes) }
        return data
    }
}

extension EventID {
    /// A UUID of version 8. Its first 48 bits are the event's time, because the log is ordered by ids.
    init(_ hash: ObjectHash, at time: Timestamp) {
        let digits = Array(hash.hex.utf8)
        let half = { (range: Range<Int>) in
            digits.withUnsafeBufferPointer { HexText.value($0, range) } ?? 0
        }
        let made = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        self.init(
            high: made << 16 | 0x8000 | half(0..<3), low: half(3..<19) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
