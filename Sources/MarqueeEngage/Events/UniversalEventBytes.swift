import Foundation
import MarqueeCore
import MarqueeWire

/// Writes universal events as the bytes that the lane stores, and turns these bytes into Marquee's own events.
///
/// The result is what `JSONEncoder` makes of a ``MarqueeWire/UniversalEvent`` in this order of members, at a fraction of
/// its time.
enum UniversalEventBytes {
    static func append(_ event: UniversalEvent, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"eventTypeCode":""#.utf8)
        JSONBytes.appendInteger(Int64(event.type.rawValue), to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        if let time = event.time {
            bytes.append(contentsOf: #","eventTimestamp":""#.utf8)
            time.appendUniversalText(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(contentsOf: #","attributes":["#.utf8)
        for (index, attribute) in event.attributes.enumerated() {
            bytes.append(contentsOf: (index == 0 ? #"{"name":"# : #",{"name":"#).utf8)
            JSONBytes.appendText(attribute.name, to: &bytes)
            bytes.append(contentsOf: #","value":"#.utf8)
            JSONBytes.appendText(attribute.value, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
        if let id = event.id {
            bytes.append(contentsOf: #","eventId":""#.utf8)
            id.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        if let sequence = event.sequence {
            bytes.append(contentsOf: #","sequence":"#.utf8)
            JSONBytes.appendInteger(sequence, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    static func data(_ event: UniversalEvent) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1_024)
        append(event, to: &bytes)
        return Data(bytes)
    }

    /// Appends an item of the lane as a ``MarqueeWire/Event`` with the attributes as text properties.
    ///
    /// The texts are copied as they stand. A body that another version wrote in another order is decoded.
    /// - Parameter sequence: the event's number in the lane; `nil` for the one in the body.
    /// - Returns: `false`, with nothing appended, if the body is no universal event with id, time and number.
    static func appendEvent(_ body: Data, sequence: Int64? = nil, to bytes: inout [UInt8]) -> Bool {
        let start = bytes.count
        if body.withUnsafeBytes({ copy($0, sequence, to: &bytes) }) { return true }
        bytes.removeLast(bytes.count - start)
        guard let event = try? JSONDecoder().decode(UniversalEvent.self, from: body), let id = event.id,
            let time = event.time, let number = sequence ?? event.sequence
        else { return false }
        let properties = Dictionary(event.attributes.map { ($0.name, Event.Value.text($0.value)) }) { $1 }
        let made = Event(
            id: id, name: event.type.eventName, time: time, sequence: number, user: nil, session: nil,
            properties: properties)
        guard let json = try? JSONEncoder().encode(made) else { return false }
        bytes.append(contentsOf: json)
        return true
    }

    private static func copy(
        _ body: UnsafeRawBufferPointer, _ sequence: Int64?, to bytes: inout [UInt8]
    ) -> Bool {
        var cursor = ByteCursor(body)
        // Id and number stand behind the attributes, and are read from the end, so that each attribute is read once.
        guard let head = StoredHead(&cursor), let time = head.time, let end = StoredEnd(body),
            let number = sequence ?? end.sequence
        else { return false }
        bytes.append(contentsOf: #"{"id":""#.utf8)
        bytes.append(contentsOf: end.id)
        bytes.append(contentsOf: #"","name":""#.utf8)
        bytes.append(contentsOf: head.type.eventName.utf8)
        bytes.append(contentsOf: #"","time":"#.utf8)
        JSONBytes.appendInteger(time.milliseconds, to: &bytes)
        bytes.append(contentsOf: #","sequence":"#.utf8)
        JSONBytes.appendInteger(number, to: &bytes)
        bytes.append(contentsOf: #","properties":{"#.utf8)
        guard copyAttributes(&cursor, size: body.count, to: &bytes), cursor.place == end.place else { return false }
        bytes.append(contentsOf: "}}".utf8)
        return true
    }

    /// Appends attributes as members of an object, up to behind the last one. They are joined in memory of their own first,
    /// because each growth of `bytes` costs more than the few bytes that it is for.
    /// - Parameter size: at least the number of bytes from the cursor to the end.
    private static func copyAttributes(_ cursor: inout ByteCursor, size: Int, to bytes: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { members in
            var count = 0
            func put(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: members[count...]).copyMemory(from: part)
                count += part.count
            }
            while let attribute = cursor.attribute() {
                // Never so: a member is shorter than the attribute that it was.
                guard count + attribute.name.count + attribute.value.count + 2 <= members.count else { return false }
                if count > 0 {
                    members[count] = UInt8(ascii: ",")
                    count += 1
                }
                put(attribute.name)
                members[count] = UInt8(ascii: ":")
                count += 1
                put(attribute.value)
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: members[..<count]))
            return true
        }
    }
}

/// Reading of stored events.
extension UniversalEventBytes {
    /// The event in the bytes of an item. Bytes in the order of ``append(_:to:)`` take a fraction of the time of others.
    /// - Returns: `nil` for bytes that are no universal event.
    static func event(_ body: Data) -> UniversalEvent? {
        body.withUnsafeBytes { read($0) } ?? (try? JSONDecoder().decode(UniversalEvent.self, from: body))
    }

    /// Whether an attribute of a stored event may have one of these names; `true` for bytes in another order too.
    /// - Parameter names: the names as JSON, with their quotes.
    static func mayHave(_ names: [[UInt8]], _ body: Data) -> Bool {
        body.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            guard let parts = StoredParts(&cursor) else { return true }
            var rest = parts.attributes
            while let attribute = rest.attribute() {
                // Another version may have written the same name with other escapes.
                if attribute.name.contains(UInt8(ascii: "\\")) { return true }
                if names.contains(where: { attribute.name.elementsEqual($0) }) { return true }
            }
            return false
        }
    }

    private static func read(_ body: UnsafeRawBufferPointer) -> UniversalEvent? {
        var cursor = ByteCursor(body)
        guard let parts = StoredParts(&cursor) else { return nil }
        var attributes: [UniversalEvent.Attribute] = []
        attributes.reserveCapacity(16)
        var rest = parts.attributes
        while let attribute = rest.attribute() {
            guard let name = ByteCursor.string(attribute.name), let value = ByteCursor.string(attribute.value) else {
                return nil
            }
            attributes.append(.init(name, value))
        }
        let id = parts.id.map { EventID(utf8: $0) }
        if let id, id == nil { return nil }
        return UniversalEvent(
            parts.type, time: parts.time, attributes: attributes, id: id ?? nil, sequence: parts.sequence)
    }
}

/// What a stored event begins with, up to its first attribute.
private struct StoredHead {
    let type: UniversalEventType
    let time: Timestamp?

    init?(_ cursor: inout ByteCursor) {
        guard cursor.skip(#"{"eventTypeCode":""#), let code = cursor.integer(), cursor.skip("\"") else { return nil }
        type = UniversalEventType(rawValue: Int(code))
        if cursor.skip(#","eventTimestamp":""#) {
            guard let text = cursor.take(24), let time = Timestamp(universalUTF8: text), cursor.skip("\"") else {
                return nil
            }
            self.time = time
        } else {
            time = nil
        }
        guard cursor.skip(#","attributes":["#) else { return nil }
    }
}

/// What a stored event ends with, from behind its last attribute.
private struct StoredEnd {
    private static let shortest = 13 + EventID.textSize + 2
    /// With a number of 19 digits: `],"eventId":"…","sequence":…}`.
    private static let longest = shortest + 12 + 19

    /// Where it begins.
    let place: Int
    /// 36 characters.
    let id: UnsafeRawBufferPointer
    let sequence: Int64?

    /// - Returns: `nil` without an id, and if the bytes do not end in the order of ``UniversalEventBytes/append(_:to:)``.
    init?(_ body: UnsafeRawBufferPointer) {
        for size in Self.shortest...Self.longest where size <= body.count {
            let place = body.count - size
            guard body[place] == UInt8(ascii: "]") else { continue }
            var cursor = ByteCursor(body)
            guard cursor.take(place) != nil, cursor.skip(#"],"eventId":""#), let id = cursor.take(EventID.textSize),
                cursor.skip("\"")
            else { continue }
            let sequence = cursor.skip(#","sequence":"#) ? cursor.integer() : nil
            guard cursor.skip("}"), cursor.isAtEnd else { continue }
            (self.place, self.id, self.sequence) = (place, id, sequence)
            return
        }
        return nil
    }
}

/// The parts of a stored event, where they stand in its bytes.
private struct StoredParts {
    let type: UniversalEventType
    let time: Timestamp?
    /// At the first attribute, or behind the last one if there is none.
    let attributes: ByteCursor
    /// 36 characters.
    let id: UnsafeRawBufferPointer?
    let sequence: Int64?

    /// - Returns: `nil` if the bytes are not a whole event in the order of ``UniversalEventBytes/append(_:to:)``.
    init?(_ cursor: inout ByteCursor) {
        guard let head = StoredHead(&cursor) else { return nil }
        (type, time) = (head.type, head.time)
        attributes = cursor
        guard cursor.skipAttributes() else { return nil }
        if cursor.skip(#","eventId":""#) {
            guard let text = cursor.take(EventID.textSize), cursor.skip("\"") else { return nil }
            id = text
        } else {
            id = nil
        }
        if cursor.skip(#","sequence":"#) {
            guard let number = cursor.integer() else { return nil }
            sequence = number
        } else {
            sequence = nil
        }
        guard cursor.skip("}"), cursor.isAtEnd else { return nil }
    }
}
