package import Foundation

/// Bytes by name: objects, their encodings and whole releases are kept in one.
///
/// A name has segments of `A-Z`, `a-z`, `0-9`, `.`, `_` and `-`, none of which begins with a dot, separated by slashes.
/// The bytes of a name never change, except that a derived form (an encoding, a whole release) may be made again.
package protocol BlobStore: Sendable {
    /// Stores bytes; they are durable when this returns. Bytes of the same name are replaced in one step.
    func put(_ data: Data, as name: String) async throws(StoreError)

    /// Stores the bytes of a file, which is gone afterwards. It is read in parts.
    func put(moving file: URL, as name: String) async throws(StoreError)

    /// The number of bytes; `nil` when nothing has that name.
    func length(of name: String) async throws(StoreError) -> Int?

    /// The number of bytes in the store itself, whatever copies are nearby.
    func storedLength(of name: String) async throws(StoreError) -> Int?

    /// The bytes of a range as far as there are any; `nil` when nothing has that name.
    /// - Parameter range: not empty; its length bounds the memory that is used.
    func read(_ name: String, _ range: Range<Int>) async throws(StoreError) -> BlobPart?

    /// Where the bytes are on this machine; `nil` when they are elsewhere or missing.
    func localFile(_ name: String) -> URL?

    /// Names that begin with `prefix`, sorted by their bytes.
    /// - Parameters:
    ///   - prefix: the text before every name.
    ///   - after: only names behind this one.
    ///   - limit: the most entries.
    func list(_ prefix: String, after: String?, limit: Int) async throws(StoreError) -> [BlobEntry]

    /// Deletes the bytes; a missing name is no error.
    func remove(_ name: String) async throws(StoreError)

    /// Drops copies of the bytes that are kept nearby.
    func forget(_ name: String) async
}

extension BlobStore {
    package func forget(_ name: String) async {}

    package func storedLength(of name: String) async throws(StoreError) -> Int? { try await length(of: name) }
}

/// A part of a blob's bytes.
package struct BlobPart: Sendable {
    /// The length of the whole blob, in bytes.
    package let length: Int
    package let bytes: Data
}

/// A blob in a listing.
package struct BlobEntry: Sendable, Hashable {
    package let name: String
    /// When it was stored last, in nanoseconds since 1970, by the clock of the store.
    package let stored: Int
}
