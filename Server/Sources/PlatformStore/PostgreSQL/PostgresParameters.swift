import CPostgres

/// The values of a statement in the binary form that the server reads, one behind the other.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    private var starts: [Int] = []
    /// The size of each value; -1 for NULL.
    private var sizes: [Int32] = []
    /// The type of each value; 0 for NULL, whose type the server derives from the statement.
    private(set) var types: [Oid] = []

    /// - Throws: `invalid` for a text with U+0000, which PostgreSQL cannot store, and for values above 1 GiB.
    init(_ values: [SQLValue]) throws(StoreError) {
        starts.reserveCapacity(values.count)
        sizes.reserveCapacity(values.count)
        types.reserveCapacity(values.count)
        for value in values { try add(value) }
    }

    private mutating func add(_ value: SQLValue) throws(StoreError) {
        let start = bytes.count
        switch value {
        case .null: types.append(0)
        case .integer(let number):
            types.append(PostgresType.bigint.rawValue)
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        case .text(let text):
            types.append(PostgresType.text.rawValue)
            bytes += text.utf8
            guard !bytes[start...].contains(0) else {
                throw StoreError(.invalid, "a text cannot contain the character U+0000")
            }
        case .bytes(let value):
            types.append(PostgresType.bytes.rawValue)
            bytes += value
        }
        guard bytes.count < 1 << 30 else { throw StoreError(.invalid, "the values of a statement exceed 1 GiB") }
        starts.append(start)
        sizes.append(value == .null ? -1 : Int32(bytes.count - start))
    }

    /// Calls `body` with what libpq takes: pointers to the values, their sizes and their formats.
    func withPointers<Result>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result) -> Result {
        // An address for empty values, because libpq reads a null pointer as NULL.
        let padded = bytes.isEmpty ? [0] : bytes
        return padded.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = zip(starts, sizes).map { start, size in size < 0 ? nil : base.map { $0 + start } }
            return body(pointers, sizes, Array(repeating: 1, count: sizes.count))
        }
    }
}
