import MarqueeWire

/// Reads a batch and checks it against the closed form of ``MarqueeWire/EventBatch``: a fault of the envelope refuses
/// the batch, a fault of one event only that event.
struct BatchScanner {
    private var scanner: JSONScanner
    /// Of the properties that are being read.
    private var keys: [JSONScanner.Text] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
    }

    static func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(IntakeError) -> ScannedBatch {
        guard bytes.count <= EventBatch.maximumSize else {
            throw IntakeError(.tooLarge, "batch of \(bytes.count) bytes")
        }
        do {
            var scanner = BatchScanner(bytes)
            let batch = try scanner.batch()
            try scanner.scanner.requireEnd()
            if batch.events.count > EventBatch.maximumEvents {
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
            case 1: batch.envelope.install = try boundedText(1...128)
            case 2: batch.envelope.sent = try integer()
            case 4: batch.envelope.sdk = try boundedText(0...64)
            case 8: batch.envelope.advertiser = try isNull() ? .none : boundedText(0...512)
            default: batch.events = try events()
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        guard seen | Self.optionalMember == 1 << Self.members.count - 1 else {
            throw scanner.failure("the batch lacks install, sent, sdk or events")
        }
        return batch
    }

    private mutating func events() throws(ScanError) -> [ScannedEvent] {
        try scanner.expect(UInt8(ascii: "["))
        var events: [ScannedEvent] = []
        if scanner.peek() == UInt8(ascii: "]") {
            try scanner.expect(UInt8(ascii: "]"))
            return events
        }
        events.reserveCapacity(64)
        repeat {
            _ = scanner.peek()
            let start = scanner.position
            var event = try event()
            let size = scanner.position - start
            if size > Event.maximumSize {
                event.reject("the event has \(size) bytes; at most \(Event.maximumSize) are taken")
            }
            events.append(event)
            // One more than allowed is enough to refuse the batch; a million empty ones need not be kept.
            guard events.count <= EventBatch.maximumEvents else {
                while try scanner.hasMore(before: UInt8(ascii: "]")) { try scanner.skip(depth: 2) }
                return events
            }
        } while try scanner.hasMore(before: UInt8(ascii: "]"))
        return events
    }

    private mutating func event() throws(ScanError) -> ScannedEvent {
        var event = ScannedEvent()
        guard scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skip(depth: 2)
            event.reject("an event is an object")
            return event
        }
        try scanner.expect(UInt8(ascii: "{"))
        var seen = 0
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: isFirst) {
            isFirst = false
            if let bit = Self.bit(of: key, in: Self.eventMembers, scanner), seen & bit == 0 {
                seen |= bit
                try member(bit, of: &event)
            } else {
                event.reject("\"\(scanner.string(key).prefix(64))\" is no member of an event, or stands there twice")
                try scanner.skip(depth: 3)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        if seen & Self.requiredMembers != Self.requiredMembers {
            event.reject("id, name, time or sequence is missing")
        }
        return event
    }

    private mutating func member(_ bit: Int, of event: inout ScannedEvent) throws(ScanError) {
        switch bit {
        case 1:
            event.idText = try text(1...64, "id", &event)
            if let id = event.idText.flatMap({ EventID(scanned: scanner.slice($0.range)) }) {
                event.indexed.id = id
            } else {
                event.reject("id is not a UUID")
            }
        case 2:
            guard let name = try text(1...64, "name", &event) else { return }
            event.indexed.name = TextSpan(name)
            if !scanner.slice(name.range).allSatisfy(Self.isNameByte) { event.reject("name is not of a-z, 0-9 and _") }
        case 4:
            event.indexed.time = try integer("time", in: -62_135_596_800_000...253_402_300_799_999, &event) ?? 0
        case 8: event.indexed.sequence = try integer("sequence", in: 1...Int64.max, &event) ?? 0
        case 16: event.indexed.user = try optionalText(1...8192, "user", &event)
        case 32: event.indexed.session = try optionalText(1...256, "session", &event)
        default: event.indexed.properties = try properties(&event)
        }
    }

    private mutating func properties(_ event: inout ScannedEvent) throws(ScanError) -> TextSpan {
        guard scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skip(depth: 3)
            event.reject("properties is not an object")
            return .none
        }
        let start = scanner.position
        try scanner.expect(UInt8(ascii: "{"))
        keys.removeAll(keepingCapacity: true)
        while let key = try scanner.nextKey(isFirst: keys.isEmpty) {
            if !(1...256).contains(key.range.count) { event.reject("a property's name has 1 to 256 bytes") }
            if keys.count <= Event.maximumProperties { keys.append(key) }
            try propertyValue(key, &event)
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { break }
        }
        if keys.count > Event.maximumProperties {
            event.reject("more than \(Event.maximumProperties) properties")
        } else if hasTwins() {
            event.reject("a property stands there twice")
        }
        return TextSpan(start..<scanner.position)
    }

    private mutating func propertyValue(_ key: JSONScanner.Text, _ event: inout ScannedEvent) throws(ScanError) {
        let figure = IndexedEvent.Figure(key, scanner)
        switch scanner.peek() {
        case UInt8(ascii: "\""): event.indexed.note(try scanner.string(), as: figure)
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"):
            event.reject("a property is text, a number, true or false")
            try scanner.skip(depth: 4)
        case UInt8(ascii: "t"):
            try scanner.literal("true")
            event.indexed.noteTrue(as: figure)
        case UInt8(ascii: "f"): try scanner.literal("false")
        default:
            let number = try scanner.number()
            if !number.isInteger, scanner.double(number)?.isFinite != true { event.reject("a number is out of range") }
            event.indexed.note(number, as: figure, scanner)
        }
    }

    private func hasTwins() -> Bool {
        for (index, key) in keys.enumerated() {
            for other in keys[..<index] where scanner.isSame(other, key) { return true }
        }
        return false
    }

    private mutating func isNull() throws(ScanError) -> Bool {
        guard scanner.peek() == UInt8(ascii: "n") else { return false }
        try scanner.literal("null")
        return true
    }

    private mutating func boundedText(_ sizes: ClosedRange<Int>) throws(ScanError) -> TextSpan {
        let text = try scanner.string()
        guard sizes.contains(text.range.count) else { throw scanner.failure("text of \(text.range.count) bytes") }
        return TextSpan(text)
    }

    private mutating func integer() throws(ScanError) -> Int64 {
        guard let value = scanner.integer(try scanner.number()) else {
            throw scanner.failure("expected a whole number")
        }
        return value
    }

    private mutating func text(_ sizes: ClosedRange<Int>, _ name: StaticString, _ event: inout ScannedEvent)
        throws(ScanError) -> JSONScanner.Text?
    {
        guard scanner.peek() == UInt8(ascii: "\"") else {
            try scanner.skip(depth: 3)
            event.reject("\(name) is not text")
            return nil
        }
        let text = try scanner.string()
        guard sizes.contains(text.range.count) else {
            event.reject("\(name) has \(text.range.count) bytes, not \(sizes.lowerBound) to \(sizes.upperBound)")
            return nil
        }
        return text
    }

    private mutating func optionalText(_ sizes: ClosedRange<Int>, _ name: StaticString, _ event: inout ScannedEvent)
        throws(ScanError) -> TextSpan
    {
        guard try !isNull() else { return .none }
        return try text(sizes, name, &event).map { TextSpan($0) } ?? .none
    }

    private mutating func integer(_ name: StaticString, in range: ClosedRange<Int64>, _ event: inout ScannedEvent)
        throws(ScanError) -> Int64?
    {
        let byte = scanner.peek() ?? 0
        guard byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            try scanner.skip(depth: 3)
            event.reject("\(name) is not a number")
            return nil
        }
        guard let value = scanner.integer(try scanner.number()), range.contains(value) else {
            event.reject("\(name) is out of range")
            return nil
        }
        return value
    }

    private static let members = [
        ShortName("install"), ShortName("sent"), ShortName("sdk"), ShortName("advertiser"), ShortName("events"),
    ]
    /// The bit of `advertiser`.
    private static let optionalMember = 8
    private static let eventMembers = [
        ShortName("id"), ShortName("name"), ShortName("time"), ShortName("sequence"), ShortName("user"),
        ShortName("session"), ShortName("properties"),
    ]
    /// The bits of the first four.
    private static let requiredMembers = 15

    private static func bit(of key: JSONScanner.Text, in members: [ShortName], _ scanner: JSONScanner) -> Int? {
        scanner.name(key).flatMap { members.firstIndex(of: $0) }.map { 1 << $0 }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_")
    }
}

extension EventID {
    /// Reads the 36 characters of a UUID.
    init?(scanned text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == UInt8(ascii: "-") }),
            let first = HexText.value(text, 0..<8), let second = HexText.value(text, 9..<13),
            let third = HexText.value(text, 14..<18), let fourth = HexText.value(text, 19..<23),
            let fifth = HexText.value(text, 24..<36)
        else { return nil }
        self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
    }
}
