public import Foundation

extension JSONValue {
    /// The value as JSON with sorted keys. A number that JSON cannot hold becomes `null`.
    public var bytes: Data {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return Data(bytes)
    }

    /// Appends ``bytes`` to others.
    public func write(to bytes: inout [UInt8]) {
        var writer = JSONWriter(bytes: bytes)
        bytes = []
        writer.append(self)
        bytes = writer.bytes
    }
}

private struct JSONWriter {
    private static let digits = Array("0123456789abcdef".utf8)

    private(set) var bytes: [UInt8]

    mutating func append(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .truth(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): append(value)
        case .text(let value): append(value)
        case .list(let values): append(values, between: "[", "]") { $0.append($1) }
        case .record(let members):
            append(members.sorted { $0.key < $1.key }, between: "{", "}") { writer, member in
                writer.append(member.key)
                writer.bytes.append(UInt8(ascii: ":"))
                writer.append(member.value)
            }
        }
    }

    private mutating func append<Element>(
        _ elements: [Element], between start: Unicode.Scalar, _ end: Unicode.Scalar,
        _ append: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: start))
        for (place, element) in elements.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            append(&self, element)
        }
        bytes.append(UInt8(ascii: end))
    }

    private mutating func append(_ number: Double) {
        guard number.isFinite else { return append(.null) }
        let text = String(number)
        bytes += (text.hasSuffix(".0") ? String(text.dropLast(2)) : text).utf8
    }

    private mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var rest = text[...]
            while let place = rest.firstIndex(where: Self.isEscaped) {
                bytes.append(contentsOf: rest[..<place])
                append(escaped: rest[place])
                rest = rest[(place + 1)...]
            }
            bytes.append(contentsOf: rest)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        if byte < 0x20 {
            bytes += "\\u00".utf8 + [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
        } else {
            bytes += [UInt8(ascii: "\\"), byte]
        }
    }
}
