import CPostgres

/// The types of PostgreSQL that a ``SQLValue`` is sent and received as, by their object identifiers.
enum PostgresType: Oid {
    case boolean = 16
    case bytes = 17
    case name = 19
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case unknown = 705
    case character = 1042
    case varchar = 1043
    case numeric = 1700
    /// What functions without a result return.
    case void = 2278

    /// The value that the server sent in binary form; `nil` when it is outside the range of ``SQLValue``.
    func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        switch self {
        case .bigint: Self.integer(bytes, Int64.self)
        case .integer: Self.integer(bytes, Int32.self)
        case .smallint: Self.integer(bytes, Int16.self)
        case .boolean: bytes.first.map { .integer($0 == 0 ? 0 : 1) }
        case .bytes: .bytes(Array(bytes))
        case .name, .text, .unknown, .character, .varchar: .text(String(decoding: bytes, as: UTF8.self))
        case .numeric: Self.numeric(bytes).map { .integer($0) }
        case .void: .null
        }
    }

    private static func integer<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _: Number.Type
    ) -> SQLValue? {
        guard bytes.count == MemoryLayout<Number>.size else { return nil }
        return .integer(Int64(Number(bigEndian: bytes.loadUnaligned(as: Number.self))))
    }

    /// A whole `numeric` within 64 bits: the number of digits of base 10,000, the power of the first one, the sign, the
    /// decimal places shown, then the digits.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 2).map { offset in
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        }
        let (digits, power, isNegative) = (words.dropFirst(4), Int(Int16(bitPattern: words[1])), words[2] == 0x4000)
        guard digits.count == Int(words[0]), words[2] == 0 || isNegative else { return nil }
        guard digits.count <= power + 1, power < 5 else { return nil }
        guard power >= 0 else { return 0 }
        var number: Int64 = 0
        for place in 0...power {
            let digit = place < digits.count ? Int64(digits[digits.startIndex + place]) : 0
            let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
            let (sum, isOutside) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
            guard !isTooLarge, !isOutside else { return nil }
            number = sum
        }
        return number
    }
}
