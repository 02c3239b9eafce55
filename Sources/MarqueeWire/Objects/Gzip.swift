import CZlib
public import Foundation

/// Gzip members (RFC 1952), the form in which event batches and the server's texts travel.
public enum Gzip {
    /// zlib's window with a gzip header and trailer around it, which it writes and checks itself.
    private static let windowBits = MAX_WBITS + 16

    /// One member without name or time, so that the same bytes give the same member.
    /// - Parameters:
    ///   - data: what is compressed.
    ///   - level: 1 (fast) to 9 (small).
    /// - Returns: one complete member, also of no data.
    /// - Throws: ``WireError`` with `malformed` when zlib refuses: a level it does not know, or no memory.
    public static func compress(_ data: Data, level: Int32 = 1) throws(WireError) -> Data {
        try Deflate.compress(data, level: level, windowBits: windowBits)
    }

    /// Takes one member of at most `maximum` bytes inside, its checksum and length verified.
    ///
    /// Memory grows with what comes out, never with what the member announces.
    /// - Throws: ``WireError`` with `malformed`, `truncated` or `tooLarge`.
    public static func decompress(_ member: Data, maximum: Int) throws(WireError) -> Data {
        try Deflate.decompress(member, maximum: maximum, windowBits: windowBits)
    }
}
