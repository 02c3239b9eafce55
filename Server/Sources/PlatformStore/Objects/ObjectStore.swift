public import Foundation
public import MarqueeWire

/// Immutable bytes by their SHA-256.
public protocol ObjectStore: Sendable {
    /// Stores bytes; they are durable when this returns. Storing the same bytes again does nothing.
    /// - Throws: `invalid` beyond ``MarqueeWire/ObjectReference/maximumLength``.
    func put(_ data: Data) async throws(StoreError) -> ObjectReference

    func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool

    /// The bytes, or `nil` when the store has no such object.
    /// - Parameters:
    ///   - hash: the SHA-256 of the bytes when they were stored.
    ///   - verifying: hashes the bytes again after reading.
    /// - Returns: the object as it was stored, whichever encodings are kept beside it.
    /// - Throws: `damaged` when verification finds that the bytes have changed.
    func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data?

    /// The stored objects a page at a time, sorted by hash. Encodings are not listed.
    ///
    /// An object that is stored during the listing may be missing from it.
    /// - Parameters:
    ///   - after: the last hash of the page before; `nil` begins.
    ///   - limit: the most hashes on a page, from 1 on. A shorter page is the last one.
    func names(after: ObjectHash?, limit: Int) async throws(StoreError) -> [ObjectHash]

    /// The object in one of its encodings, to be read in parts.
    ///
    /// Deflate and delta are made on the first request and kept; of one object, the newest 32 deltas are kept.
    /// - Parameters:
    ///   - hash: the object.
    ///   - encoding: how the bytes are written.
    ///   - makes: whether a missing encoding is made.
    /// - Returns: `nil` when the object or the delta's base is missing, or when the object or the base of a delta is
    ///   larger than 1 MiB.
    func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> StoredFile?
}

extension ObjectStore {
    /// The object in one of its encodings, made now if it is missing.
    public func file(_ hash: ObjectHash, as encoding: ObjectEncoding) async throws(StoreError) -> StoredFile? {
        try await file(hash, as: encoding, makes: true)
    }
}
