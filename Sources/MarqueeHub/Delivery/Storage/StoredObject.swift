import Foundation
import MarqueeWire

/// An object as the content database stores it: with raw deflate if that is smaller, otherwise unchanged.
struct StoredObject: Sendable {
    enum Encoding: Int, Sendable {
        case identity = 0
        case deflate = 1
    }

    let reference: ObjectReference
    let encoding: Encoding
    let bytes: Data

    init(reference: ObjectReference, encoding: Encoding, bytes: Data) {
        self.reference = reference
        self.encoding = encoding
        self.bytes = bytes
    }

    /// Chooses the smaller encoding.
    /// - Parameter deflated: the object's deflate stream, if it was downloaded as one. The object is then not compressed
    ///   again.
    init(_ object: Data, reference: ObjectReference, deflated: Data? = nil) throws(WireError) {
        let stream: Data
        if let deflated { stream = deflated } else { stream = try Deflate.compress(object, level: 6) }
        let helps = stream.count < object.count
        self.init(reference: reference, encoding: helps ? .deflate : .identity, bytes: helps ? stream : object)
    }

    /// The object itself, verified against its signed reference.
    func object() throws(WireError) -> Data {
        try (encoding == .deflate ? ObjectEncoding.deflate : .identity).decode(bytes, as: reference)
    }

    /// The object from deflated bytes that were already verified. The result is not verified again.
    func inflated() throws(WireError) -> Data { try Deflate.decompress(bytes, maximum: reference.length) }
}
