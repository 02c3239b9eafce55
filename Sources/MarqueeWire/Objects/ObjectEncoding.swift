public import Foundation

/// The three encodings in which objects are sent.
///
/// In every encoding the decoded bytes are verified against the signed reference before use.
public enum ObjectEncoding: Sendable, Hashable {
    /// The object's own bytes.
    case identity
    /// One deflate stream (see ``Deflate``).
    case deflate
    /// The difference to an object that the device already has (see ``Delta``).
    case delta(base: ObjectHash)

    /// Encodes an object for sending.
    /// - Parameters:
    ///   - object: the bytes as they are stored.
    ///   - base: the base of the delta; the other encodings ignore it.
    /// - Returns: the encoded bytes, which may be larger than the object.
    /// - Throws: ``WireError`` with `malformed` when zlib has no memory.
    public func encode(_ object: Data, base: Data = Data()) throws(WireError) -> Data {
        switch self {
        case .identity: object
        case .deflate: try Deflate.compress(object)
        case .delta: try Delta.encode(object, base: base)
        }
    }

    /// Decodes the object and verifies it.
    public func decode(_ bytes: Data, as reference: ObjectReference, base: Data = Data()) throws(WireError) -> Data {
        let object: Data =
            switch self {
            case .identity: bytes
            case .deflate: try Deflate.decompress(bytes, maximum: reference.length)
            case .delta: try Delta.decode(bytes, length: reference.length, base: base)
            }
        try reference.verify(object)
        return object
    }
}
