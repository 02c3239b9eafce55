public import Foundation

/// The three ways an object travels.
///
/// Whatever the way, the bytes are verified against the signed reference after decoding and before use.
public enum ObjectEncoding: Sendable, Hashable {
    /// As it is.
    case identity
    /// As one deflate stream (see ``Deflate``).
    case deflate
    /// As the difference to an object that the device already has (see ``Delta``).
    case delta(base: ObjectHash)

    /// Puts an object into this form for sending.
    /// - Parameters:
    ///   - object: the bytes as they are stored.
    ///   - base: the bytes of the delta's base; ignored by the other encodings.
    /// - Returns: what travels; not always smaller than the object.
    /// - Throws: ``WireError`` with `malformed` when zlib finds no memory.
    public func encode(_ object: Data, base: Data = Data()) throws(WireError) -> Data {
        switch self {
        case .identity: object
        case .deflate: try Deflate.compress(object)
        case .delta: try Delta.encode(object, base: base)
        }
    }

    /// Rebuilds the object and checks it.
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
