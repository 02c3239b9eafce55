import Foundation

/// A place in the bytes of a stored event, as ``UniversalEventBytes`` writes it. Texts are not copied.
struct ByteCursor {
    private let bytes: UnsafeRawBufferPointer
    /// How many bytes stand before this place.
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { place == bytes.count }

    private subscript(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

    /// Steps over a text; stays where it is if another text stands here.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= bytes.count - place, let base = bytes.baseAddress,
            memcmp(base + place, text.utf8Start, count) == 0
        else { return false }
        place += count
        return true
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return self[place..<place + count]
    }

    /// At most 18 digits.
    mutating func integer() -> Int64? {
        let start = place
        var number: Int64 = 0
        while place < bytes.count, place - start < 18, bytes[place] &- UInt8(ascii: "0") < 10 {
            number = number * 10 + Int64(bytes[place] - UInt8(ascii: "0"))
            place += 1
        }
        return place > start ? number : nil
    }

    /// A text with its quotes, as it stands.
    private mutating func text() -> UnsafeRawBufferPointer? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), let base = bytes.baseAddress else { return nil }
        // Most texts have no escape, and the system finds a quote faster than a loop does.
        guard let quote = memchr(base + place + 1, 0x22, bytes.count - place - 1) else { return nil }
        var end = UnsafeRawPointer(quote) - base
        if memchr(base + place + 1, 0x5C, end - place - 1) != nil {
            end = place + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        guard end < bytes.count else { return nil }
        defer { place = end + 1 }
        return self[place..<end + 1]
    }

    /// An attribute, with the quotes of its texts, and the comma behind it.
    mutating func attribute() -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
        guard skip(#"{"name":"#), let name = text(), skip(#","value":"#), let value = text(), skip("}") else {
            return nil
        }
        _ = skip(",")
        return (name, value)
    }

    /// Steps behind the list of attributes.
    mutating func skipAttributes() -> Bool {
        if skip("]") { return true }
        while attribute() != nil {
            if place > 0, bytes[place - 1] != UInt8(ascii: ",") { return skip("]") }
        }
        return false
    }

    /// The text between quotes, with the escapes that `JSONBytes` writes.
    /// - Returns: `nil` for other escapes.
    static func string(_ quoted: UnsafeRawBufferPointer) -> String? {
        let inner = UnsafeRawBufferPointer(rebasing: quoted[1..<quoted.count - 1])
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(inner.count)
        var rest = inner[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let byte = unescaped(&rest) {
                text.append(byte)
            } else {
                return nil
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the rest of an escape behind its backslash.
    private static func unescaped(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8? {
        switch rest.popFirst() {
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "r"): return UInt8(ascii: "\r")
        case UInt8(ascii: "t"): return UInt8(ascii: "\t")
        case UInt8(ascii: "\""): return UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        case UInt8(ascii: "u"):
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            rest = rest.dropFirst(4)
            // Only control characters are written in this form.
            return UInt16(digits, radix: 16).flatMap { digits.utf8.count == 4 && $0 < 0x20 ? UInt8($0) : nil }
        default: return nil
        }
    }
}
