import MarqueeWire

/// Reads a submission: `{"events":[…]}` in the form of ``MarqueeWire/UniversalEvent``, with `install` and `sent` where the
/// sender is Marquee's SDK.
///
/// Old SDKs are read as they are: the code is a number or a text, the time has two spellings or is missing, and members
/// that are not known are skipped. A fault of an event rejects that event, a fault of the body all of them.
struct SubmissionScanner {
    private struct AttributeHead {
        /// From the brace to the value's quote.
        let written: Range<Int>
        let name: JSONScanner.Text
        let isDevice: Bool
    }

    private var scanner: JSONScanner
    private var submission = ScannedSubmission()
    /// The event that is being read; valid only without a ``rejection``.
    private var entry = ScannedSubmission.Entry(index: 0)
    private var rejection: String?
    private var eventKeys = KeyShape { bit(of: $0, in: eventMembers, $1) }
    /// How the attributes of an earlier event begin, by their places. Those of the next event most likely begin with the
    /// same bytes, and are recognised by them alone.
    private var heads: [AttributeHead] = []

    /// About as many bytes as an attribute takes with its keys.
    private static let attributeSize = 48
    /// Fewer bytes than most events take.
    private static let eventSize = 256

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
        submission.attributes.reserveCapacity(bytes.count / Self.attributeSize)
        submission.entries.reserveCapacity(min(bytes.count / Self.eventSize, EventBatch.maximumEvents))
    }

    static func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(IntakeError) -> ScannedSubmission {
        guard bytes.count <= EventBatch.maximumSize else {
            throw IntakeError(.tooLarge, "a submission of \(bytes.count) bytes")
        }
        var scanner = SubmissionScanner(bytes)
        do throws(ScanError) {
            try scanner.body()
            try scanner.scanner.requireEnd()
        } catch {
            throw IntakeError(.malformed, "byte \(error.offset): \(error.reason)")
        }
        guard scanner.submission.count <= EventBatch.maximumEvents else {
            throw IntakeError(.tooLarge, "a submission has at most \(EventBatch.maximumEvents) events")
        }
        return scanner.submission
    }

    private mutating func body() throws(ScanError) {
        var seen = 0
        try scanner.expect(UInt8(ascii: "{"))
        while let key = try scanner.nextKey(isFirst: seen == 0) {
            let bit = Self.bit(of: key, in: Self.members, scanner) ?? 8
            guard bit == 8 || seen & bit == 0 else { throw scanner.failure("a member stands there twice") }
            seen |= bit
            switch bit {
            case 1: try events()
            case 2: submission.install = try scanner.plainText(EventBatch.installSize)
            case 4:
                guard let sent = scanner.integer(try scanner.number()) else {
                    throw scanner.failure("sent is a whole number of milliseconds")
                }
                submission.sent = sent
            default: try scanner.skip(depth: 1)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        guard seen & 1 != 0 else { throw scanner.failure("the submission lacks events") }
    }

    private mutating func events() throws(ScanError) {
        try scanner.expect(UInt8(ascii: "["))
        guard scanner.peek() != UInt8(ascii: "]") else { return try scanner.expect(UInt8(ascii: "]")) }
        repeat {
            submission.count += 1
            // One event too many refuses the submission, so the rest is skipped without being kept.
            guard submission.count <= EventBatch.maximumEvents else {
                try scanner.skip(depth: 2)
                continue
            }
            try nextEvent()
        } while try scanner.hasMore(before: UInt8(ascii: "]"))
    }

    private mutating func nextEvent() throws(ScanError) {
        let first = submission.attributes.count
        entry = ScannedSubmission.Entry(index: submission.count - 1)
        rejection = nil
        if scanner.peek() == UInt8(ascii: "{") {
            let start = scanner.position
            try members()
            entry.size = scanner.position - start
        } else {
            try scanner.skip(depth: 2)
            reject("an event is an object")
        }
        if let rejection {
            submission.rejected.append(.init(index: entry.index, reason: rejection))
            submission.attributes.removeSubrange(first...)
        } else {
            entry.attributes = first..<submission.attributes.count
            submission.entries.append(entry)
        }
    }

    private mutating func members() throws(ScanError) {
        try scanner.expect(UInt8(ascii: "{"))
        var (seen, place) = (0, 0)
        while let key = try eventKeys.next(place, in: &scanner) {
            place += 1
            if let bit = key.meaning {
                if seen & bit != 0 { reject("a member stands there twice") }
                seen |= bit
                try member(bit)
            } else {
                try scanner.skip(depth: 3)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        if seen & 1 == 0 { reject("eventTypeCode is missing") }
    }

    private mutating func member(_ bit: Int) throws(ScanError) {
        switch bit {
        case 1: try code()
        case 2: entry.time = try time() ?? entry.time
        case 4:
            let time = try time()
            entry.time = entry.time ?? time
        case 8: try attributes()
        case 16:
            if let id = scanner.eventID() {
                entry.id = id
            } else {
                try scanner.skip(depth: 3)
                reject("eventId is not a UUID")
            }
        default:
            if let sequence = scanner.shortInteger(), sequence > 0 {
                entry.sequence = sequence
            } else {
                try scanner.skip(depth: 3)
                reject("sequence is a whole number from 1 on")
            }
        }
    }

    /// The code, as a number or as the text of one.
    private mutating func code() throws(ScanError) {
        let digits: Range<Int>
        switch scanner.peek() ?? 0 {
        case UInt8(ascii: "\""): digits = try scanner.string().range
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits = try scanner.number().range
        default:
            try scanner.skip(depth: 3)
            return reject(Self.codeRule)
        }
        guard (1...4).contains(digits.count) else { return reject(Self.codeRule) }
        entry.code = 0
        for byte in scanner.slice(digits) {
            guard byte &- UInt8(ascii: "0") < 10 else { return reject(Self.codeRule) }
            entry.code = entry.code * 10 + Int(byte - UInt8(ascii: "0"))
        }
    }

    /// `nil` for `null`.
    private mutating func time() throws(ScanError) -> Timestamp? {
        switch scanner.peek() {
        case UInt8(ascii: "n"):
            try scanner.literal("null")
            return nil
        case UInt8(ascii: "\""):
            let text = try scanner.string()
            if let time = Timestamp(universalUTF8: UnsafeRawBufferPointer(scanner.slice(text.range))) { return time }
        default: try scanner.skip(depth: 3)
        }
        reject("the event's time is not like 2014-01-21T11:13:43.000Z")
        return nil
    }

    private mutating func attributes() throws(ScanError) {
        guard scanner.peek() == UInt8(ascii: "[") else {
            try scanner.skip(depth: 3)
            return reject("attributes is not an array")
        }
        try scanner.expect(UInt8(ascii: "["))
        guard scanner.peek() != UInt8(ascii: "]") else { return try scanner.expect(UInt8(ascii: "]")) }
        var count = 0
        repeat {
            count += 1
            guard count <= UniversalEvent.maximumAttributes else {
                reject("an event has at most \(UniversalEvent.maximumAttributes) attributes")
                try scanner.skip(depth: 4)
                continue
            }
            guard scanner.peek() == UInt8(ascii: "{") else {
                reject("an attribute is an object with name and value")
                try scanner.skip(depth: 4)
                continue
            }
            if try !familiarAttribute(count - 1) { try attribute(count - 1) }
        } while try scanner.hasMore(before: UInt8(ascii: "]"))
    }

    /// Reads an attribute that begins like the one at this place of an earlier event; reads nothing where another follows.
    private mutating func familiarAttribute(_ place: Int) throws(ScanError) -> Bool {
        guard place < heads.count else { return false }
        let start = scanner.position
        guard scanner.take(heads[place].written) else { return false }
        let value = try scanner.restOfString()
        guard scanner.peek() == UInt8(ascii: "}") else {
            scanner.position = start
            return false
        }
        scanner.position += 1
        if heads[place].isDevice { entry.device = value }
        submission.attributes.append(.init(name: heads[place].name, value: .text(value)))
        return true
    }

    private mutating func attribute(_ place: Int) throws(ScanError) {
        let start = scanner.position
        try scanner.expect(UInt8(ascii: "{"))
        var name: JSONScanner.Text?
        var value = ScannedSubmission.Value.none
        var (seen, isFirst) = (0, true)
        while let key = try scanner.nextKey(isFirst: isFirst) {
            isFirst = false
            if let bit = Self.bit(of: key, in: Self.attributeMembers, scanner) {
                if seen & bit != 0 { reject("an attribute has its name or its value twice") }
                seen |= bit
                if bit == 2 {
                    value = try self.value()
                } else if scanner.peek() == UInt8(ascii: "\"") {
                    name = try scanner.string()
                } else {
                    try scanner.skip(depth: 5)
                }
            } else {
                try scanner.skip(depth: 5)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        guard let name, Event.Rule.propertyName.contains(scanner.size(name)) else {
            return reject("an attribute's name has 1 to 256 bytes")
        }
        submission.attributes.append(.init(name: name, value: value))
        guard case .text(let text) = value else { return }
        let isDevice = scanner.isEqual(name, Self.device)
        if isDevice { entry.device = text }
        // Bytes that were read without a fault once are so again.
        guard rejection == nil, name.range.upperBound < text.range.lowerBound else { return }
        let head = AttributeHead(written: start..<text.range.lowerBound, name: name, isDevice: isDevice)
        if place < heads.count { heads[place] = head } else if place == heads.count { heads.append(head) }
    }

    private mutating func value() throws(ScanError) -> ScannedSubmission.Value {
        switch scanner.peek() {
        case UInt8(ascii: "\""): return .text(try scanner.string())
        case UInt8(ascii: "n"):
            try scanner.literal("null")
            return .none
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            reject("an attribute's value is a text, a number, true or false")
            try scanner.skip(depth: 5)
            return .none
        default:
            let start = scanner.position
            try scanner.skip(depth: 5)
            return .bare(start..<scanner.position)
        }
    }

    private mutating func reject(_ reason: @autoclosure () -> String) { rejection = rejection ?? reason() }

    private static let codeRule = "eventTypeCode is a number from 0 to 9999"
    private static let device = Array("Device Id".utf8)
    private static let members = [ShortName("events"), ShortName("install"), ShortName("sent")]
    private static let eventMembers = [
        ShortName("eventTypeCode"), ShortName("eventTimestamp"), ShortName("eventTimeStamp"), ShortName("attributes"),
        ShortName("eventId"), ShortName("sequence"),
    ]
    private static let attributeMembers = [ShortName("name"), ShortName("value")]

    private static func bit(of key: JSONScanner.Text, in members: [ShortName], _ scanner: JSONScanner) -> Int? {
        scanner.name(key).flatMap { members.firstIndex(of: $0) }.map { 1 << $0 }
    }
}
