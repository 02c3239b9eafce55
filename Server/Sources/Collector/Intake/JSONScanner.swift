import MarqueeWire

/// The reason why bytes are not the expected JSON.
struct ScanError: Error, Equatable {
    let reason: String
    /// The offset in bytes.
    let offset: Int
}

/// Scans JSON (RFC 8259) in one pass without building values: the caller gets ranges of the bytes.
///
/// It is strict in grammar and UTF-8. Every access is checked against the end, because the bytes come from strangers and
/// the buffer does not check in release builds.
struct JSONScanner {
    /// A string's bytes between its quotes.
    struct Text: Equatable {
        let range: Range<Int>
        let isEscaped: Bool
    }

    struct Number {
        let range: Range<Int>
        let isInteger: Bool
    }

    static let maximumDepth = 16
    /// The most characters of a number; a double needs 24.
    private static let maximumDigits = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    func failure(_ reason: String) -> ScanError { ScanError(reason: reason, offset: position) }

    /// The next byte that is not white space, without taking it; `nil` at the end.
    @inline(__always)
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(ScanError) {
        guard peek() == byte else { throw failure("expected \"\(Character(Unicode.Scalar(byte)))\"") }
        position += 1
    }

    mutating func requireEnd() throws(ScanError) {
        guard peek() == nil else { throw failure("bytes after the end") }
    }

    /// Reads the key of an object's next member and its colon; after the last member reads the brace and returns `nil`.
    ///
    /// The caller has read the opening brace.
    mutating func nextKey(isFirst: Bool) throws(ScanError) -> Text? {
        if peek() == UInt8(ascii: "}") {
            guard isFirst else { throw failure("expected a member") }
            position += 1
            return nil
        }
        let key = try string()
        try expect(UInt8(ascii: ":"))
        return key
    }

    /// Reads the comma or the closing `end`; returns whether another member or element follows.
    @inline(__always)
    mutating func hasMore(before end: UInt8) throws(ScanError) -> Bool {
        let byte = peek()
        guard byte == UInt8(ascii: ",") || byte == end else { throw failure("expected a comma or the end") }
        position += 1
        return byte != end
    }

    @inline(__always)
    mutating func string() throws(ScanError) -> Text {
        try expect(UInt8(ascii: "\""))
        return try restOfString()
    }

    /// Reads a string whose opening quote was read already.
    @inline(__always)
    mutating func restOfString() throws(ScanError) -> Text {
        let start = position
        skipPlain()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return try string(from: start) }
        position += 1
        return Text(range: start..<(position - 1), isEscaped: false)
    }

    /// Reads the rest of a string that holds more than plain bytes.
    private mutating func string(from start: Int) throws(ScanError) -> Text {
        var isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return Text(range: start..<(position - 1), isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                try escape()
            case ..<0x20: throw failure("a control character in a string")
            case 0x80...: try multibyte()
            default: position += 1
            }
            skipPlain()
        }
        throw failure("a string without an end")
    }

    /// Skips bytes that need no check in a string, sixteen at a time while there are as many.
    @inline(__always)
    private mutating func skipPlain() {
        let raw = UnsafeRawBufferPointer(bytes)
        while position + 16 <= raw.count {
            let first = Self.special(raw.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
            guard first == 0 else {
                position += first.trailingZeroBitCount / 8
                return
            }
            let second = Self.special(raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self).littleEndian)
            guard second == 0 else {
                position += 8 + second.trailingZeroBitCount / 8
                return
            }
            position += 16
        }
        while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    }

    /// Sets the high bit of each of eight bytes that is special in a string.
    ///
    /// A byte's high bit is set where the subtraction borrowed: the byte was below 0x20, or equal to the XORed one. A
    /// borrow can also mark bytes behind the first special byte; only the first mark counts.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let all: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (all &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (all &* UInt64(UInt8(ascii: "\\")))
        return ((word &- all &* 0x20) | (quote &- all) | (backslash &- all) | word) & (all &* 0x80)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    mutating func number() throws(ScanError) -> Number {
        _ = peek()
        let start = position
        var isInteger = true
        take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { take(UInt8(ascii: "-")) }
            try digits()
        }
        guard position - start <= Self.maximumDigits else {
            throw failure("a number of \(position - start) characters")
        }
        return Number(range: start..<position, isInteger: isInteger)
    }

    /// Reads a whole number of 1 to 18 digits without a sign; reads nothing where something else follows.
    @inline(__always)
    mutating func shortInteger() -> Int64? {
        _ = peek()
        var place = position
        var value: Int64 = 0
        while place < bytes.count, bytes[place] &- UInt8(ascii: "0") < 10, place - position < 19 {
            value = value &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0"))
            place += 1
        }
        guard (1...18).contains(place - position), bytes[position] != UInt8(ascii: "0"), place < bytes.count else {
            return nil
        }
        let next = bytes[place]
        guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
        position = place
        return value
    }

    /// Reads a text that is the 36 characters of a UUID; reads nothing where something else follows.
    @inline(__always)
    mutating func eventID() -> EventID? {
        guard peek() == UInt8(ascii: "\"") else { return nil }
        let range = (position + 1)..<(position + 1 + EventID.textSize)
        guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: "\""),
            let id = EventID(utf8: UnsafeRawBufferPointer(slice(range)))
        else { return nil }
        position = range.upperBound + 1
        return id
    }

    /// Reads a repetition of earlier bytes; reads nothing where others follow.
    @inline(__always)
    mutating func take(_ earlier: Range<Int>) -> Bool {
        guard earlier.count <= bytes.count - position, isSame(earlier, position..<position + earlier.count) else {
            return false
        }
        position += earlier.count
        return true
    }

    mutating func literal(_ word: StaticString) throws(ScanError) {
        let count = word.utf8CodeUnitCount
        guard peek() != nil, bytes.count - position >= count else { throw failure("expected \(word)") }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] {
            throw failure("expected \(word)")
        }
        position += count
    }

    /// Skips any value.
    mutating func skip(depth: Int = 0) throws(ScanError) {
        guard depth < Self.maximumDepth else { throw failure("nested deeper than \(Self.maximumDepth)") }
        switch peek() {
        case UInt8(ascii: "{"):
            position += 1
            var isFirst = true
            while try nextKey(isFirst: isFirst) != nil {
                try skip(depth: depth + 1)
                guard try hasMore(before: UInt8(ascii: "}")) else { return }
                isFirst = false
            }
        case UInt8(ascii: "["):
            position += 1
            if peek() == UInt8(ascii: "]") { return position += 1 }
            repeat { try skip(depth: depth + 1) } while try hasMore(before: UInt8(ascii: "]"))
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try number()
        }
    }

    @discardableResult
    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func digits() throws(ScanError) {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw failure("expected a digit") }
    }

    private mutating func escape() throws(ScanError) {
        guard position + 1 < bytes.count else { throw failure("a string without an end") }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if (0xD800..<0xDC00).contains(unit) {
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    (0xDC00..<0xE000).contains(try codeUnit())
                else { throw failure("half a surrogate pair") }
            } else if (0xDC00..<0xE000).contains(unit) {
                throw failure("half a surrogate pair")
            }
        default: throw failure("an unknown escape")
        }
    }

    /// Reads `\uXXXX`.
    private mutating func codeUnit() throws(ScanError) -> UInt32 {
        guard position + 6 <= bytes.count, bytes[position + 1] == UInt8(ascii: "u"),
            let unit = HexText.value(bytes, (position + 2)..<(position + 6))
        else { throw failure("an unknown escape") }
        position += 6
        return UInt32(truncatingIfNeeded: unit)
    }

    /// Reads one character of several bytes (Unicode 15, table 3-7).
    private mutating func multibyte() throws(ScanError) {
        let lead = bytes[position]
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0x80)
            }
        guard count > 0, position + count <= bytes.count, second.contains(bytes[position + 1]),
            (2..<max(count, 2)).allSatisfy({ bytes[position + $0] & 0xC0 == 0x80 })
        else { throw failure("not UTF-8") }
        position += count
    }
}
