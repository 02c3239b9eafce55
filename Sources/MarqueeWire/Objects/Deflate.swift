import CZlib
public import Foundation

/// Raw deflate (RFC 1951) by zlib, with an optional preset dictionary and a size limit for the output.
public enum Deflate {
    /// The longest usable dictionary in bytes.
    public static let windowSize = 32 * 1024
    /// The first size of the output buffer in bytes.
    private static let firstPiece = 64 * 1024 + 1

    /// Compresses without a header or checksum. With the same zlib, the same input gives the same bytes.
    /// - Parameters:
    ///   - data: the bytes to compress.
    ///   - level: 1 (fast) to 9 (small).
    ///   - dictionary: bytes that the reader also has. Only the last ``windowSize`` bytes are used.
    /// - Returns: one complete stream, also for empty data.
    /// - Throws: ``WireError`` with `malformed` when zlib does not know the level or has no memory.
    public static func compress(_ data: Data, level: Int32 = 9, dictionary: Data = Data()) throws(WireError) -> Data {
        try compress(data, level: level, windowBits: -MAX_WBITS, dictionary: dictionary)
    }

    /// Compresses into the container that `windowBits` selects in zlib: -15 is raw deflate, 31 a gzip member.
    static func compress(
        _ data: Data, level: Int32, windowBits: Int32, dictionary: Data = Data()
    ) throws(WireError) -> Data {
        var stream = z_stream()
        let opened = deflateInit2_(
            &stream, level, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { throw WireError(.malformed, "zlib refused to start") }
        defer { deflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = withInput(dictionary.suffix(windowSize)) { deflateSetDictionary(&stream, $0, $1) }
        }
        // No `Data` of this size, which would be filled with zeros first.
        let output = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: Int(deflateBound(&stream, uLong(data.count))) + 16)
        defer { output.deallocate() }
        let status = withInput(data) { input, count in
            stream.next_in = UnsafeMutablePointer(mutating: input)
            stream.avail_in = count
            stream.next_out = output.baseAddress
            stream.avail_out = uInt(output.count)
            return deflate(&stream, Z_FINISH)
        }
        guard status == Z_STREAM_END else { throw WireError(.malformed, "zlib could not compress \(data.count) bytes") }
        return Data(output.prefix(Int(stream.total_out)))
    }

    /// Inflates at most `maximum` bytes. A stream with more output, or with bytes after its end, is refused.
    public static func decompress(_ data: Data, maximum: Int, dictionary: Data = Data()) throws(WireError) -> Data {
        try decompress(data, maximum: maximum, windowBits: -MAX_WBITS, dictionary: dictionary)
    }

    /// Inflates from the container that `windowBits` selects, as for compressing.
    static func decompress(
        _ data: Data, maximum: Int, windowBits: Int32, dictionary: Data = Data()
    ) throws(WireError) -> Data {
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw WireError(.malformed, "zlib refused to start")
        }
        defer { inflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = withInput(dictionary.suffix(windowSize)) { inflateSetDictionary(&stream, $0, $1) }
        }
        guard data.count <= Int(uInt.max) else {
            throw WireError(.tooLarge, "compressed object of \(data.count) bytes")
        }
        var output = Data()
        let status = withInput(data) { input, count in
            stream.next_in = UnsafeMutablePointer(mutating: input)
            stream.avail_in = count
            return inflate(&stream, into: &output, maximum: maximum)
        }
        guard output.count <= maximum else {
            throw WireError(.tooLarge, "the compressed object holds more than \(maximum) bytes")
        }
        guard status == Z_STREAM_END else {
            throw WireError(
                status == Z_BUF_ERROR ? .truncated : .malformed, "the compressed object is cut short or damaged")
        }
        guard stream.avail_in == 0 else {
            throw WireError(.malformed, "\(stream.avail_in) bytes after the compressed object")
        }
        return output
    }

    /// The buffer starts small and doubles, so that memory grows with the real output and not with the announced size.
    private static func inflate(_ stream: inout z_stream, into output: inout Data, maximum: Int) -> Int32 {
        let most = min(max(maximum, 0), .max - 1) + 1
        var status = Z_OK
        var produced = 0
        while status == Z_OK, produced < most {
            if produced == output.count { output.count = min(most, max(2 * produced, firstPiece)) }
            let room = min(output.count - produced, Int(uInt.max))
            let count = output.withUnsafeMutableBytes { buffer in
                stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress.map { $0 + produced }
                stream.avail_out = uInt(room)
                status = CZlib.inflate(&stream, Z_NO_FLUSH)
                return room - Int(stream.avail_out)
            }
            produced += count
            if status == Z_OK, count == 0 { status = Z_BUF_ERROR }
        }
        output.count = produced
        return status
    }

    private static func withInput<Result>(_ data: Data, _ body: (UnsafePointer<UInt8>, uInt) -> Result) -> Result {
        var empty: UInt8 = 0
        return data.withUnsafeBytes { buffer in
            guard let base = buffer.bindMemory(to: UInt8.self).baseAddress else { return body(&empty, 0) }
            return body(base, uInt(buffer.count))
        }
    }
}
