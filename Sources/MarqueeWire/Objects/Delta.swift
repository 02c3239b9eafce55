public import Foundation

/// An object as deflate streams with the previous version as preset dictionary.
///
/// Deflate refers back at most 32 KiB. So a longer object is divided into blocks of ``blockSize`` bytes, and each block
/// gets the part of the base around its own position. The encoding of a block is the shift of the position (zigzag
/// varint), the length of the stream (varint), and the raw deflate stream. A length of 0 stands for the base's own
/// bytes at the shifted position.
public enum Delta {
    /// Bytes of the new object per block.
    public static let blockSize = 16 * 1024
    /// How many bytes before a block's position its dictionary starts.
    private static let lead = 8 * 1024
    /// The number of bytes of the base in a dictionary.
    ///
    /// Deflate refers back at most 32,506 bytes: its window minus the lookahead. With a dictionary of the whole window,
    /// the bytes that a block most resembles would be out of reach.
    private static let dictionarySize = 28 * 1024

    /// Encodes the difference of an object to `base`.
    public static func encode(_ object: Data, base: Data) throws(WireError) -> Data {
        var output = Data()
        var shift = 0
        for start in stride(from: 0, to: object.count, by: blockSize) {
            let block = slice(object, from: start, count: blockSize)
            let best = try smallest(block, at: start, base: base, shifts: [shift, 0, base.count - object.count])
            shift = best.shift
            Varint.append(zigzag: best.shift, to: &output)
            Varint.append(UInt64(best.stream.count), to: &output)
            output.append(best.stream)
        }
        return output
    }

    /// The shift with the shortest stream. The stream is empty if the base has the same bytes.
    private static func smallest(
        _ block: Data, at start: Int, base: Data, shifts: [Int]
    ) throws(WireError) -> (shift: Int, stream: Data) {
        if let same = shifts.first(where: { copy(base, at: start, shift: $0, count: block.count) == block }) {
            return (same, Data())
        }
        var best: (shift: Int, stream: Data)?
        for shift in shifts {
            let stream = try Deflate.compress(block, dictionary: dictionary(base, at: start, shift: shift))
            if best.map({ stream.count < $0.stream.count }) ?? true { best = (shift, stream) }
        }
        guard let best else { throw WireError(.malformed, "a difference needs a shift to try") }
        return best
    }

    /// Rebuilds an object from the output of ``encode(_:base:)``. Only its hash proves that the result is right.
    /// - Parameters:
    ///   - bytes: the encoded difference.
    ///   - length: the signed length, which limits the output of every block.
    ///   - base: the object that the difference was made from.
    /// - Returns: exactly `length` bytes.
    /// - Throws: ``WireError`` with `truncated`, `malformed` or `tooLarge`.
    public static func decode(_ bytes: Data, length: Int, base: Data) throws(WireError) -> Data {
        var output = Data()
        var rest = bytes[...]
        while output.count < length {
            let shift = try Varint.readZigzag(&rest)
            let count = try Varint.read(&rest)
            guard count <= rest.count else { throw WireError(.truncated, "the difference is cut short") }
            let stream = Data(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
            let expected = min(blockSize, length - output.count)
            let block =
                count == 0
                ? copy(base, at: output.count, shift: shift, count: expected)
                : try Deflate.decompress(
                    stream, maximum: expected, dictionary: dictionary(base, at: output.count, shift: shift))
            guard block.count == expected else { throw WireError(.truncated, "a block of the difference is cut short") }
            output.append(block)
        }
        guard rest.isEmpty else { throw WireError(.malformed, "\(rest.count) bytes after the difference") }
        return output
    }

    /// The base's bytes at a shifted position; fewer than `count` where the base ends.
    private static func copy(_ base: Data, at position: Int, shift: Int, count: Int) -> Data {
        let (start, overflow) = position.addingReportingOverflow(shift)
        return overflow || start < 0 ? Data() : slice(base, from: start, count: count)
    }

    private static func dictionary(_ base: Data, at position: Int, shift: Int) -> Data {
        let (shifted, overflow) = position.addingReportingOverflow(shift)
        guard !overflow else { return Data() }
        let latest = max(0, base.count - dictionarySize)
        return slice(base, from: min(max(0, shifted - min(shifted, lead)), latest), count: dictionarySize)
    }

    private static func slice(_ data: Data, from start: Int, count: Int) -> Data {
        let first = data.startIndex + min(max(0, start), data.count)
        return Data(data[first..<min(first + count, data.endIndex)])
    }
}
