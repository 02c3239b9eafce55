/// Writes JSON into bytes without making strings.
package enum JSONBytes {
    /// Appends a JSON string with its quotes.
    package static func appendText(_ text: String, to bytes: inout [UInt8]) {
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

    /// Appends a whole number in decimal digits.
    package static func appendInteger(_ number: Int64, to bytes: inout [UInt8]) {
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
