import CZlib
public import Foundation

/// Gzip members (RFC 1952), the form of event batches and of the server's compressed texts.
public enum Gzip {
    /// zlib's window with a gzip header and trailer, which zlib writes and checks.
    private static let windowBits = MAX_WBITS + 16

    /// Compresses into one member without name or time, so that the same bytes give the same member.
    /// - Parameters:
    ///   - data: the bytes to compress.
    ///   - level: 1 (fast) to 9 (small).
    /// - Returns: one complete member, also for empty data.
    /// - Throws: ``WireError`` with `malformed` when zlib does not know the level or has no memory.
    public static func compress(_ data: Data, level: Int32 = 1) throws(WireError) -> Data {
        try Deflate.compress(data, level: level, windowBits: windowBits)
    }

    /// Decompresses one member of at most `maximum` bytes and checks its checksum and length.
    ///
    /// Memory grows with the real output, never with the announced size.
    /// - Throws: ``WireError`` with `malformed`, `truncated` or `tooLarge`.
    public static func decompress(_ member: Data, maximum: Int) throws(WireError) -> Data {
        try Deflate.decompress(member, maximum: maximum, windowBits: windowBits)
    }
}
