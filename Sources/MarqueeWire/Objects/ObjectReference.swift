public import Foundation

/// The hash and length of an object, as a signed parent names it.
public struct ObjectReference: Sendable, Hashable, Codable {
    /// The most bytes an object may have.
    public static let maximumLength = 64 * 1024 * 1024

    /// Over the object's bytes, before any encoding.
    public let sha256: ObjectHash
    /// In bytes, of the object itself whatever encoding it travels in.
    public let length: Int

    /// Names an object whose hash and length are known.
    public init(sha256: ObjectHash, length: Int) {
        self.sha256 = sha256
        self.length = length
    }

    /// Names the object that these bytes are.
    public init(of data: Data) {
        self.init(sha256: ObjectHash(of: data), length: data.count)
    }

    /// Refuses a length below 0 or above what an object may have.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sha256 = try container.decode(ObjectHash.self, forKey: .sha256)
        length = try container.decode(Int.self, forKey: .length)
        guard (0...Self.maximumLength).contains(length) else { throw WireError(.tooLarge, "object of \(length) bytes") }
    }

    /// Compares length and hash; what passes is the object that the signed parent names.
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
