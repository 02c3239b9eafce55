import Foundation

/// The values of a recipient or a row by the numbers of the columns, as one text in the database: `{"1":"ann@example.org"}`.
///
/// A value that was cleared is an empty text; a column without a value has its standard.
struct RecipientCells: Sendable, Hashable {
    var values: [Int: String] = [:]

    init(_ values: [Int: String] = [:]) { self.values = values }

    init(json: String) throws(StoreError) {
        do {
            let named = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
            values.reserveCapacity(named.count)
            for (name, value) in named { if let number = Int(name) { values[number] = value } }
        } catch {
            throw StoreError(.damaged, "a recipient's values are not what was stored", cause: error)
        }
    }

    /// The most bytes of all values of a recipient or row together, as they are stored.
    static let maximumLength = 256 << 10

    /// ``json`` within ``maximumLength``, so that a page of recipients has a bound.
    /// - Throws: `valueNotValid`.
    func boundedJSON() throws(StoreError) -> String {
        let text = json
        guard text.utf8.count <= Self.maximumLength else { throw Self.tooLong }
        return text
    }

    static let tooLong = StoreError(
        .valueNotValid, "all values of a recipient or row together have at most 256 KiB")

    /// Written by hand: an import writes tens of thousands in a second.
    var json: String {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for number in values.keys.sorted() {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += "\"\(number)\":\"".utf8
            for byte in (values[number] ?? "").utf8 { Self.append(byte, to: &bytes) }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0..<16: bytes += "\\u000\(String(byte, radix: 16))".utf8
        case 16..<32: bytes += "\\u00\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
    }

    /// By bytes: a value in another form of Unicode is another value, which is stored.
    static func == (left: RecipientCells, right: RecipientCells) -> Bool {
        left.values.count == right.values.count
            && left.values.allSatisfy { number, value in right.values[number]?.hasBytes(of: value) == true }
    }

    /// What a column shows.
    func value(of column: ListColumn) -> String { values[column.number] ?? column.standard }

    func named(by columns: [ListColumn]) -> [String: String] {
        Dictionary(columns.map { ($0.name, value(of: $0)) }) { first, _ in first }
    }
}
