public import Foundation

/// The hash and length of an object, as a signed document or manifest names it.
public struct ObjectReference: Sendable, Hashable, Codable {
    /// The largest size of an object in bytes.
    public static let maximumLength = 64 * 1024 * 1024

    /// The hash of the object's bytes before any encoding.
    public let sha256: ObjectHash
    /// The length of the object itself in bytes, before any encoding.
    public let length: Int

    /// `length` is at most ``maximumLength``.
    public init(sha256: ObjectHash, length: Int) {
        self.sha256 = sha256
        self.length = length
    }

    /// Computes hash and length of the bytes.
    public init(of data: Data) {
        self.init(sha256: ObjectHash(of: data), length: data.count)
    }

    /// Throws for a length below 0 or above ``maximumLength``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sha256 = try container.decode(ObjectHash.self, forKey: .sha256)
        length = try container.decode(Int.self, forKey: .length)
        guard (0...Self.maximumLength).contains(length) else { throw WireError(.tooLarge, "object of \(length) bytes") }
    }

    /// Checks that these bytes are the object, by length and hash.
    /// - Throws: ``WireError`` with `truncated`, `tooLarge` or `wrongHash`.
    public func verify(_ data: Data) throws(WireError) {
        guard data.count == length else {
            throw WireError(
                data.count < length ? .truncated : .tooLarge,
                "object \(sha256.hex.prefix(12)) has \(data.count) bytes, not \(length)")
        }
        guard ObjectHash(of: data) == sha256 else {
            throw WireError(.wrongHash, "the bytes are not object \(sha256.hex.prefix(12))")
        }
    }
}
