import MarqueeWire

/// Reads a batch and checks it against the closed form of ``MarqueeWire/EventBatch``: a fault of the envelope refuses
/// the batch, a fault of one event only that event.
struct BatchScanner {
    private var scanner: JSONScanner
    private let asked: PropertyKeys
    /// The event that is being read; valid only without a ``rejection``.
    private var event = MarkedEvent()
    /// The asked-for values of the event that is being read.
    private var values: [MarkedValue] = []
    /// The first reason why the event cannot be accepted.
    private var rejection: String?
    /// The keys of the properties that are being read.
    private var keys: [JSONScanner.Text] = []
    /// Whether the lane that was read is the server's: only its events may have reserved names.
    private var isServers = false
    private var eventKeys = KeyShape { bit(of: $0, in: eventMembers, $1) }
    private var propertyKeys: KeyShape<Int?>

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ asked: PropertyKeys) {
        scanner = JSONScanner(bytes)
        self.asked = asked
        propertyKeys = KeyShape { asked.number(of: $0, $1) }
    }

    /// - Parameter keys: the properties whose values are marked.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, keys: PropertyKeys) throws(IntakeError) -> ScannedBatch {
        guard bytes.count <= EventBatch.maximumSize else {
            throw IntakeError(.tooLarge, "batch of \(bytes.count) bytes")
        }
        do {
            var scanner = BatchScanner(bytes, keys)
            let batch = try scanner.batch()
            try scanner.scanner.requireEnd()
            if batch.verdicts.count > EventBatch.maximumEvents {
                throw IntakeError(.tooLarge, "a batch has at most \(EventBatch.maximumEvents) events")
            }
            return batch
        } catch let error as ScanError {
            throw IntakeError(.malformed, "byte \(error.offset): \(error.reason)")
        } catch let error as IntakeError {
            throw error
        } catch {
            throw IntakeError(.malformed, "the batch cannot be read")
        }
    }

    private mutating func batch() throws(ScanError) -> ScannedBatch {
        var batch = ScannedBatch()
        var seen = 0
        try scanner.expect(UInt8(ascii: "{"))
        while let key = try scanner.nextKey(isFirst: seen == 0) {
            guard let bit = Self.bit(of: key, in: Self.members, scanner), seen & bit == 0 else {
                throw scanner.failure("a member that a batch does not have, or has already")
            }
            seen |= bit
            switch bit {
            case 1: batch.envelope.install = TextSpan(try scanner.plainText(EventBatch.installSize))
            case 2: batch.envelope.sent = try integer()
            case 4: batch.envelope.sdk = TextSpan(try scanner.plainText(0...64))
            case 8: batch.envelope.advertiser = try isNull() ? .none : boundedText(EventBatch.advertiserSize)
            case 32:
                batch.envelope.lane = try isNull() ? .none : lane()
                isServers = batch.envelope.lane.text.map { scanner.isEqual($0, ServerEvents.laneBytes) } ?? false
            default: try events(&batch)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        batch.isServers = isServers
        guard seen | Self.optionalMembers == 1 << Self.members.count - 1 else {
            throw scanner.failure("the batch lacks install, sent, sdk or events")
        }
        return batch
    }

    private mutating func events(_ batch: inout ScannedBatch) throws(ScanError) {
        try scanner.expect(UInt8(ascii: "["))
        guard scanner.peek() != UInt8(ascii: "]") else { return try scanner.expect(UInt8(ascii: "]")) }
        batch.reserveCapacity(min(64, 1 + scanner.bytes.count / Self.smallSize))
        repeat {
            try nextEvent()
            batch.add(event, values, rejection)
            // One event too many refuses the batch, so the rest is skipped without being kept.
            guard batch.verdicts.count <= EventBatch.maximumEvents else {
                while try scanner.hasMore(before: UInt8(ascii: "]")) { try scanner.skip(depth: 2) }
                return
            }
        } while try scanner.hasMore(before: UInt8(ascii: "]"))
    }

    /// Reads the next event into ``event``, ``values`` and ``rejection``.
    private mutating func nextEvent() throws(ScanError) {
        event = MarkedEvent()
        values.removeAll(keepingCapacity: true)
        rejection = nil
        guard scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skip(depth: 2)
            return reject("an event is an object")
        }
        let start = scanner.position
        try members()
        let size = scanner.position - start
        if size > Event.maximumSize {
            reject(Self.sizeRule(size))
        }
    }

    private mutating func members() throws(ScanError) {
        try scanner.expect(UInt8(ascii: "{"))
        var seen = 0
        var place = 0
        while let key = try eventKeys.next(place, in: &scanner) {
            place += 1
            if let bit = key.meaning, seen & bit == 0 {
                seen |= bit
                try member(bit)
            } else {
                let name = scanner.slice(key.text.range).prefix(64)
                reject("\"\(String(decoding: name, as: UTF8.self))\" is no member of an event, or stands there twice")
                try scanner.skip(depth: 3)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        if seen & Self.requiredMembers != Self.requiredMembers {
            reject("id, name, time or sequence is missing")
        }
    }

    private mutating func member(_ bit: Int) throws(ScanError) {
        switch bit {
        case 1:
            if let id = scanner.eventID() {
                event.id = id
            } else if try text(1...64, "id") != nil {
                reject("id is not a UUID")
            }
        case 2:
            guard let name = try text(Event.Rule.name, "name") else { return }
            event.name = TextSpan(name)
            if !Event.Rule.isNameText(scanner.slice(name.range)) { reject(Event.Fault.name.message) }
            if !isServers, ServerEvents.isReserved(scanner.slice(name.range)) {
                reject("names that begin with \(ServerEvents.reservedPrefix) are the server's")
            }
        case 4: event.time = try integer("time", in: Self.times) ?? 0
        case 8: event.sequence = try integer("sequence", in: 1...Int64.max) ?? 0
        case 16: event.user = try optionalText(Event.Rule.user, "user")
        case 32: event.session = try optionalText(Event.Rule.session, "session")
        default: event.properties = try properties()
        }
    }

    private mutating func properties() throws(ScanError) -> TextSpan {
        guard scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skip(depth: 3)
            reject("properties is not an object")
            return .none
        }
        let start = scanner.position
        try scanner.expect(UInt8(ascii: "{"))
        keys.removeAll(keepingCapacity: true)
        var place = 0
        // If all keys are those of the object before, which had no duplicates, this object has none either.
        var areFamiliar = true
        while let key = try propertyKeys.next(place, in: &scanner) {
            place += 1
            if !key.isFamiliar {
                areFamiliar = false
                if !Event.Rule.propertyName.contains(scanner.size(key.text)) {
                    reject(Event.Fault.propertyName.message)
                }
            }
            if keys.count <= Event.maximumProperties { keys.append(key.text) }
            try propertyValue(key.meaning)
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        if keys.count > Event.maximumProperties {
            propertyKeys.forget()
            reject(Event.Fault.propertyCount.message)
        } else if !areFamiliar, scanner.hasTwins(keys) {
            propertyKeys.forget()
            reject(Self.twinRule)
        }
        return TextSpan(start..<scanner.position)
    }

    /// - Parameter number: the key's number if a projection asks for it.
    private mutating func propertyValue(_ number: Int?) throws(ScanError) {
        switch scanner.peek() {
        case UInt8(ascii: "\""):
            let text = try scanner.string()
            if let number { mark(text, as: number) }
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"):
            reject("a property is text, a number, true or false")
            try scanner.skip(depth: 4)
        case UInt8(ascii: "t"):
            try scanner.literal("true")
            if let number { values.append(MarkedValue(key: number, .yes)) }
        case UInt8(ascii: "f"): try scanner.literal("false")
        default:
            let value = try scanner.number()
            if !value.isInteger, scanner.double(value)?.isFinite != true { reject("a number is out of range") }
            guard let number else { return }
            values.append(MarkedValue(key: number, value.isInteger ? .integer : .fraction, TextSpan(value.range)))
        }
    }

    private mutating func mark(_ text: JSONScanner.Text, as number: Int) {
        let key = asked[number]
        if key.isProgramText, !scanner.isPlain(text) {
            reject(key.plainRule)
        }
        if text.range.count <= key.longest { values.append(MarkedValue(key: number, .text, TextSpan(text))) }
    }

    /// Few events have fewer bytes.
    private static let smallSize = 128
    static let twinRule = "a property stands there twice"
    /// The years 1 to 9999.
    static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// - Parameter name: of a member that is a number.
    static func rangeRule(_ name: StaticString) -> String { "\(name) is out of range" }

    /// - Parameter size: of an event in bytes.
    static func sizeRule(_ size: Int) -> String { "\(Event.Fault.size.message), this one \(size)" }

    private mutating func reject(_ reason: @autoclosure () -> String) {
        rejection = rejection ?? reason()
    }

    private mutating func isNull() throws(ScanError) -> Bool {
        guard scanner.peek() == UInt8(ascii: "n") else { return false }
        try scanner.literal("null")
        return true
    }

    private mutating func boundedText(_ sizes: ClosedRange<Int>) throws(ScanError) -> TextSpan {
        let text = try scanner.string()
        let size = scanner.size(text)
        guard sizes.contains(size) else { throw scanner.failure("text of \(size) bytes") }
        return TextSpan(text)
    }

    /// The name of a lane, which has the characters of an event's name.
    private mutating func lane() throws(ScanError) -> TextSpan {
        let text = try scanner.string()
        guard Event.Rule.name.contains(text.range.count), Event.Rule.isNameText(scanner.slice(text.range)) else {
            throw scanner.failure("a lane has 1 to 64 of a-z, 0-9 and _")
        }
        return TextSpan(text)
    }

    private mutating func integer() throws(ScanError) -> Int64 {
        guard let value = scanner.integer(try scanner.number()) else {
            throw scanner.failure("expected a whole number")
        }
        return value
    }

    private mutating func text(_ sizes: ClosedRange<Int>, _ name: StaticString)
        throws(ScanError) -> JSONScanner.Text?
    {
        guard scanner.peek() == UInt8(ascii: "\"") else {
            try scanner.skip(depth: 3)
            reject("\(name) is not text")
            return nil
        }
        let text = try scanner.string()
        let size = scanner.size(text)
        guard sizes.contains(size) else {
            reject("\(name) has \(size) bytes, not \(sizes.lowerBound) to \(sizes.upperBound)")
            return nil
        }
        return text
    }

    private mutating func optionalText(_ sizes: ClosedRange<Int>, _ name: StaticString)
        throws(ScanError) -> TextSpan
    {
        guard try !isNull() else { return .none }
        return try text(sizes, name).map { TextSpan($0) } ?? .none
    }

    private mutating func integer(_ name: StaticString, in range: ClosedRange<Int64>)
        throws(ScanError) -> Int64?
    {
        if let value = scanner.shortInteger() {
            if !range.contains(value) { reject(Self.rangeRule(name)) }
            return value
        }
        let byte = scanner.peek() ?? 0
        guard byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            try scanner.skip(depth: 3)
            reject("\(name) is not a number")
            return nil
        }
        guard let value = scanner.integer(try scanner.number()), range.contains(value) else {
            reject(Self.rangeRule(name))
            return nil
        }
        return value
    }

    private static let members = [
        ShortName("install"), ShortName("sent"), ShortName("sdk"), ShortName("advertiser"), ShortName("events"),
        ShortName("lane"),
    ]
    /// The bits of `advertiser` and `lane`.
    private static let optionalMembers = 8 | 32
    private static let eventMembers = [
        ShortName("id"), ShortName("name"), ShortName("time"), ShortName("sequence"), ShortName("user"),
        ShortName("session"), ShortName("properties"),
    ]
    /// The bits of the first four.
    private static let requiredMembers = 15

    private static func bit(of key: JSONScanner.Text, in members: [ShortName], _ scanner: JSONScanner) -> Int? {
        scanner.name(key).flatMap { members.firstIndex(of: $0) }.map { 1 << $0 }
    }
}
