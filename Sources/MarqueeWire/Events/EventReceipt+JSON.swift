extension EventReceipt {
    /// The receipt as JSON, members in the order of their names, as an encoder writes it that sorts them and leaves
    /// slashes alone.
    ///
    /// Written by hand because a general encoder takes longer over a receipt than a server over checking its batch.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(24 + verdicts.count * 80)
        json += #"{"verdicts":["#.utf8
        for (index, entry) in verdicts.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            entry.write(to: &json)
        }
        json += "]}".utf8
        return json
    }
}

extension EventReceipt.Entry {
    fileprivate func write(to json: inout [UInt8]) {
        json.append(UInt8(ascii: "{"))
        if let id {
            json += #""id":"#.utf8
            Self.write(id, to: &json)
            json.append(UInt8(ascii: ","))
        }
        if let reason {
            json += #""reason":"#.utf8
            Self.write(reason, to: &json)
            json.append(UInt8(ascii: ","))
        }
        json += #""verdict":"#.utf8
        Self.write(verdict.rawValue, to: &json)
        json.append(UInt8(ascii: "}"))
    }

    /// RFC 8259, section 7.
    private static func write(_ text: String, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case 0x08: json += #"\b"#.utf8
            case 0x09: json += #"\t"#.utf8
            case 0x0A: json += #"\n"#.utf8
            case 0x0C: json += #"\f"#.utf8
            case 0x0D: json += #"\r"#.utf8
            case ..<0x20: json += #"\u00\#(byte < 0x10 ? "0" : "")\#(String(byte, radix: 16))"#.utf8
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }
}
