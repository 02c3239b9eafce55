public import Foundation
public import MarqueeWire

/// Immutable bytes by their SHA-256.
public protocol ObjectStore: Sendable {
    /// Stores bytes; on disk when it returns. Storing the same bytes again does nothing.
    /// - Throws: `invalid` beyond ``MarqueeWire/ObjectReference/maximumLength``.
    func put(_ data: Data) async throws(StoreError) -> ObjectReference

    func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool

    /// The bytes, or `nil` when the store has no such object.
    /// - Parameters:
    ///   - hash: what the bytes hashed to when they were stored.
    ///   - verifying: hashes what was read once more.
    /// - Returns: the object as it was stored, whatever encodings of it are kept beside it.
    /// - Throws: `damaged` when the bytes were verified and the disk has changed them.
    func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data?

    /// The object in one of its encodings as a file.
    ///
    /// Deflate and delta are made when first asked for and kept; of the deltas of one object the newest 32.
    /// - Parameters:
    ///   - hash: the object.
    ///   - encoding: how its bytes are written.
    ///   - makes: whether an encoding that is not there yet is made.
    /// - Returns: `nil` when the object or the delta's base is missing, or when a delta would be of something larger
    ///   than 1 MiB.
    func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> ObjectFile?
}

extension ObjectStore {
    /// The object in one of its encodings as a file, made now if need be.
    public func file(_ hash: ObjectHash, as encoding: ObjectEncoding) async throws(StoreError) -> ObjectFile? {
        try await file(hash, as: encoding, makes: true)
    }
}
