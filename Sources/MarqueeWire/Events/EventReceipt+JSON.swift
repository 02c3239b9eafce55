extension EventReceipt {
    /// The receipt as JSON, members in the order of their names, as an encoder writes it that sorts them and leaves
    /// slashes alone.
    ///
    /// Written by hand because a general encoder takes longer over a receipt than a server over checking its batch.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(24 + verdicts.count * 80)
        json.append(#"{"verdicts":["#)
        for (index, entry) in verdicts.enumerated() {
            json.append(index > 0 ? ",{" : "{")
            entry.write(to: &json)
        }
        json.append("]}")
        return json
    }
}

extension EventReceipt.Entry {
    /// The entry behind its brace.
    fileprivate func write(to json: inout [UInt8]) {
        if let id {
            json.append(#""id":"#)
            Self.write(id, to: &json)
            json.append(",")
        }
        if let reason {
            json.append(#""reason":"#)
            Self.write(reason, to: &json)
            json.append(",")
        }
        json.append(verdict == .accepted ? #""verdict":"accepted"}"# : #""verdict":"rejected"}"#)
    }

    /// RFC 8259, section 7.
    private static func write(_ text: String, to json: inout [UInt8]) {
        json.append("\"")
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: isSpecial) {
                for byte in bytes { write(byte, to: &json) }
            } else {
                json.append(contentsOf: bytes)
            }
        }
        json.append("\"")
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ byte: UInt8, to json: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): json.append(#"\""#)
        case UInt8(ascii: "\\"): json.append(#"\\"#)
        case 0x08: json.append(#"\b"#)
        case 0x09: json.append(#"\t"#)
        case 0x0A: json.append(#"\n"#)
        case 0x0C: json.append(#"\f"#)
        case 0x0D: json.append(#"\r"#)
        case ..<0x20: json += #"\u00\#(byte < 0x10 ? "0" : "")\#(String(byte, radix: 16))"#.utf8
        default: json.append(byte)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
