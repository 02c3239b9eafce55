import CZlib
public import Foundation

/// Raw deflate (RFC 1951) by zlib, with an optional preset dictionary and a bound on what comes out.
public enum Deflate {
    /// The longest dictionary deflate can reach back into, in bytes.
    public static let windowSize = 32 * 1024

    /// - Parameters:
    ///   - level: 1 (fast) to 9 (small).
    ///   - dictionary: bytes the reader also has; only the last ``windowSize`` count.
    public static func compress(_ data: Data, level: Int32 = 9, dictionary: Data = Data()) throws(WireError) -> Data {
        var stream = z_stream()
        let opened = deflateInit2_(
            &stream, level, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { throw WireError(.malformed, "zlib refused to start") }
        defer { deflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = withInput(dictionary.suffix(windowSize)) { deflateSetDictionary(&stream, $0, $1) }
        }
        var output = Data(count: Int(deflateBound(&stream, uLong(data.count))) + 16)
        let status = withInput(data) { input, count in
            output.withUnsafeMutableBytes { buffer in
                stream.next_in = UnsafeMutablePointer(mutating: input)
                stream.avail_in = count
                stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = uInt(buffer.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw WireError(.malformed, "zlib could not compress \(data.count) bytes") }
        output.count = Int(stream.total_out)
        return output
    }

    /// Inflates to at most `maximum` bytes; a stream that holds more, or has bytes after its end, is refused.
    public static func decompress(_ data: Data, maximum: Int, dictionary: Data = Data()) throws(WireError) -> Data {
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw WireError(.malformed, "zlib refused to start")
        }
        defer { inflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = withInput(dictionary.suffix(windowSize)) { inflateSetDictionary(&stream, $0, $1) }
        }
        var output = Data(count: maximum + 1)
        let status = withInput(data) { input, count in
            output.withUnsafeMutableBytes { buffer in
                stream.next_in = UnsafeMutablePointer(mutating: input)
                stream.avail_in = count
                stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = uInt(buffer.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        let length = Int(stream.total_out)
        guard length <= maximum else {
            throw WireError(.tooLarge, "the compressed object holds more than \(maximum) bytes")
        }
        guard status == Z_STREAM_END else {
            throw WireError(
                status == Z_BUF_ERROR ? .truncated : .malformed, "the compressed object is cut short or damaged")
        }
        guard stream.avail_in == 0 else {
            throw WireError(.malformed, "\(stream.avail_in) bytes after the compressed object")
        }
        output.count = length
        return output
    }

    private static func withInput<Result>(_ data: Data, _ body: (UnsafePointer<UInt8>, uInt) -> Result) -> Result {
        var empty: UInt8 = 0
        return data.withUnsafeBytes { buffer in
            guard let base = buffer.bindMemory(to: UInt8.self).baseAddress else { return body(&empty, 0) }
            return body(base, uInt(buffer.count))
        }
    }
}
