import Foundation
import MarqueeWire

/// An object in the form the content database keeps it in: raw deflate where that helps, as it is where not.
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

    /// Chooses the smaller form.
    ///
    /// `deflated` is the object's deflate stream when it came as one, which saves compressing it again.
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

    /// What deflated bytes hold, for those that were proven to hold the object.
    func inflated() throws(WireError) -> Data { try Deflate.decompress(bytes, maximum: reference.length) }
}
