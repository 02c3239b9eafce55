import Foundation

/// The values of scanned ranges. All ranges come from a scan of the same bytes and are valid.
extension JSONScanner {
    /// A whole number; `nil` when it is a fraction or beyond 64 bits.
    func integer(_ number: Number) -> Int64? {
        guard number.isInteger else { return nil }
        var rest = bytes[number.range]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var value: Int64 = 0
        for digit in rest {
            let (scaled, first) = value.multipliedReportingOverflow(by: 10)
            let step = Int64(digit - UInt8(ascii: "0"))
            let (sum, second) =
                isNegative ? scaled.subtractingReportingOverflow(step) : scaled.addingReportingOverflow(step)
            guard !first, !second else { return nil }
            value = sum
        }
        return value
    }

    func double(_ number: Number) -> Double? { Double(String(decoding: bytes[number.range], as: UTF8.self)) }

    @inline(__always)
    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

    /// A string as it was written, quotes included.
    @inline(__always)
    func quoted(_ text: Text) -> UnsafeBufferPointer<UInt8> {
        slice(text.range.lowerBound - 1..<text.range.upperBound + 1)
    }

    /// A name with its escapes as they are written; `nil` for a long name.
    @inline(__always)
    func name(_ text: Text) -> ShortName? { ShortName(text.range, of: bytes) }

    /// Whether two texts are written with the same bytes.
    @inline(__always)
    func isSame(_ left: Text, _ right: Text) -> Bool { isSame(left.range, right.range) }

    @inline(__always)
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left != right else { return true }
        guard left.count == right.count, let start = bytes.baseAddress else { return false }
        return memcmp(start + left.lowerBound, start + right.lowerBound, left.count) == 0
    }

    func isEqual(_ text: Text, _ word: [UInt8]) -> Bool {
        guard text.range.count == word.count, let start = bytes.baseAddress else { return false }
        return memcmp(start + text.range.lowerBound, word, word.count) == 0
    }

    /// The size in bytes with escapes resolved.
    @inline(__always)
    func size(_ text: Text) -> Int { text.isEscaped ? decodedSize(text) : text.range.count }

    private func decodedSize(_ text: Text) -> Int {
        var size = 0
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                size += 1
                index += 1
                continue
            }
            guard bytes[index + 1] == UInt8(ascii: "u") else {
                size += 1
                index += 2
                continue
            }
            let unit = HexText.value(bytes, (index + 2)..<(index + 6)) ?? 0xFFFD
            let isPair = (0xD800..<0xDC00).contains(unit)
            size += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
            index += isPair ? 12 : 6
        }
        return size
    }

    /// The bytes with escapes resolved.
    func decoded(_ text: Text) -> [UInt8] {
        guard text.isEscaped else { return Array(bytes[text.range]) }
        var output: [UInt8] = []
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "u"):
                var scalar = HexText.value(bytes, (index + 2)..<(index + 6)) ?? 0xFFFD
                index += 6
                if (0xD800..<0xDC00).contains(scalar), let low = HexText.value(bytes, (index + 2)..<(index + 6)) {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                    index += 6
                }
                let character = Unicode.Scalar(UInt32(truncatingIfNeeded: scalar)) ?? "\u{FFFD}"
                output.append(contentsOf: Unicode.UTF8.encode(character).map(Array.init) ?? [])
            case let letter:
                output.append(Self.escapes[letter] ?? letter)
                index += 2
            }
        }
        return output
    }

    /// Calls `use` with the bytes, which are copied only when there are escapes.
    func withBytes<Result, Failure>(
        of text: Text, _ use: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard text.isEscaped else { return try use(slice(text.range)) }
        return try decoded(text).withUnsafeBufferPointer(use)
    }

    func string(_ text: Text) -> String {
        text.isEscaped
            ? String(decoding: decoded(text), as: UTF8.self) : String(decoding: slice(text.range), as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
}

/// Hexadecimal digits in a buffer.
enum HexText {
    /// At most 16 digits in either case.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64? {
        guard range.upperBound <= bytes.count else { return nil }
        var value: UInt64 = 0
        for index in range {
            let byte = bytes[index]
            let letter = byte | 0x20
            let digit: UInt8
            if byte &- UInt8(ascii: "0") < 10 {
                digit = byte &- UInt8(ascii: "0")
            } else if letter &- UInt8(ascii: "a") < 6 {
                digit = letter &- UInt8(ascii: "a") &+ 10
            } else {
                return nil
            }
            value = value << 4 | UInt64(digit)
        }
        return value
    }
}
