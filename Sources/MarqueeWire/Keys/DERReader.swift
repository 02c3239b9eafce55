import Foundation

/// Reads the DER elements of public keys and certificates strictly: definite minimal lengths, no trailing bytes.
///
/// Source: ITU-T X.690, section 10. The code does not recurse, so the caller limits the nesting.
struct DERReader {
    enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case null = 0x05
        case objectIdentifier = 0x06
        case sequence = 0x30
        case version = 0xA0
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ tag: Tag) -> Bool { rest.first == tag.rawValue }

    /// The content of the next element, which must have the tag.
    mutating func read(_ tag: Tag) throws(WireError) -> ArraySlice<UInt8> {
        guard let (found, contents, _) = try next(), found == tag.rawValue else {
            throw WireError(
                .malformed, "DER: expected tag \(tag.rawValue), found \(rest.first.map(String.init) ?? "the end")")
        }
        return contents
    }

    /// The next element with its tag and length.
    mutating func readElement() throws(WireError) -> ArraySlice<UInt8> {
        guard let (_, _, whole) = try next() else { throw WireError(.truncated, "DER: element missing") }
        return whole
    }

    func requireEnd() throws(WireError) {
        guard rest.isEmpty else { throw WireError(.malformed, "DER: \(rest.count) bytes after the last element") }
    }

    private mutating func next() throws(WireError) -> (
        tag: UInt8, contents: ArraySlice<UInt8>, whole: ArraySlice<UInt8>
    )? {
        guard let tag = rest.first else { return nil }
        let start = rest.startIndex
        var index = start + 1
        let length = try Self.length(in: rest, at: &index)
        guard length <= rest.endIndex - index else {
            throw WireError(.truncated, "DER: element of \(length) bytes is cut short")
        }
        let end = index + length
        defer { rest = rest[end...] }
        return (tag, rest[index..<end], rest[start..<end])
    }

    private static func length(in bytes: ArraySlice<UInt8>, at index: inout Int) throws(WireError) -> Int {
        guard index < bytes.endIndex else { throw WireError(.truncated, "DER: length missing") }
        let first = bytes[index]
        index += 1
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), bytes.endIndex - index >= count else {
            throw WireError(.malformed, "DER: length form \(first) is not accepted")
        }
        let length = bytes[index..<(index + count)].reduce(0) { $0 << 8 | Int($1) }
        guard length >= 0x80, bytes[index] != 0 else { throw WireError(.malformed, "DER: length is not minimal") }
        index += count
        return length
    }
}
