extension EventID {
    /// The number of characters of an id.
    public static let textSize = 36

    /// Parses the form with hyphens, in upper or lower case; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let id = text.withUTF8({ EventID(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = id
    }

    /// Parses the ``textSize`` characters of that form in place, eight digits at a time.
    public init?(utf8 text: UnsafeRawBufferPointer) {
        guard text.count == Self.textSize, [8, 13, 18, 23].allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        func eight(_ place: Int) -> UInt64 { text.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian }
        func four(_ place: Int) -> UInt64 {
            UInt64(text.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian)
        }
        guard let first = Self.value(eight(0)), let second = Self.value(four(9) | four(14) << 32),
            let third = Self.value(four(19) | four(24) << 32), let fourth = Self.value(eight(28))
        else { return nil }
        self.init(high: first << 32 | second, low: third << 32 | fourth)
    }

    /// The value of eight hexadecimal digits, the first one in the lowest byte.
    private static func value(_ text: UInt64) -> UInt64? {
        let all: UInt64 = 0x0101_0101_0101_0101
        /// The high bit of each byte that is at least `bound`. All bytes are below 0x80.
        func atLeast(_ bound: UInt64, _ word: UInt64) -> UInt64 { word &+ all &* (0x80 - bound) }
        let lower = text | (all &* 0x20)
        let isDigit = atLeast(0x30, text) & ~atLeast(0x3A, text)
        let isLetter = atLeast(0x61, lower) & ~atLeast(0x67, lower)
        let high = all &* 0x80
        guard text & high == 0, (isDigit | isLetter) & high == high else { return nil }
        var value = ((text & (all &* 0x0F)) &+ (text >> 6 & all) &* 9).byteSwapped
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return (value | value >> 16) & 0xFFFF_FFFF
    }
}
