import Foundation

/// Rows as text that every engine and every other program reads the same way: a JSON array a line, in the order of the
/// columns.
///
/// A number is a JSON number, a text a JSON string, NULL `null`, and bytes are an object `{"base64": "…"}`.
enum RowText {
    /// The first line of a table: its name and its columns.
    static func head(_ table: TableLayout) -> [UInt8] {
        var line = Array("{\"table\":".utf8)
        append(table.name, to: &line)
        line += ",\"columns\":".utf8
        line += row(table.columns.map { .text($0) })
        line.insert(UInt8(ascii: "}"), at: line.count - 1)
        return line
    }

    /// One row with the line's end.
    static func row(_ values: [SQLValue]) -> [UInt8] {
        var line: [UInt8] = [UInt8(ascii: "[")]
        for (index, value) in values.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            switch value {
            case .null: line += "null".utf8
            case .integer(let number): line += String(number).utf8
            case .text(let text): append(text, to: &line)
            case .bytes(let bytes):
                line += "{\"base64\":\"".utf8
                line += Data(bytes).base64EncodedData()
                line += "\"}".utf8
            }
        }
        line += "]\n".utf8
        return line
    }

    /// The values of a line.
    /// - Throws: `damaged` for a line that ``row(_:)`` does not make.
    static func values(_ line: some DataProtocol, columns: Int) throws(StoreError) -> [SQLValue] {
        guard let values = try? JSONDecoder().decode([Value].self, from: Data(line)), values.count == columns else {
            throw StoreError(.damaged, "a row does not have \(columns) values")
        }
        return values.map(\.value)
    }

    private static func append(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                line += "\\u00".utf8
                line += [hex(byte >> 4), hex(byte & 15)]
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }

    private static func hex(_ digit: UInt8) -> UInt8 {
        digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    private struct Value: Decodable {
        private enum Keys: CodingKey { case base64 }

        let value: SQLValue

        init(from decoder: any Decoder) throws {
            if let box = try? decoder.container(keyedBy: Keys.self) {
                value = .bytes(Array(try box.decode(Data.self, forKey: .base64)))
                return
            }
            let box = try decoder.singleValueContainer()
            if box.decodeNil() {
                value = .null
            } else if let text = try? box.decode(String.self) {
                value = .text(text)
            } else {
                value = .integer(try box.decode(Int64.self))
            }
        }
    }
}
