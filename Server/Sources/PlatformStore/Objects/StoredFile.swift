public import Foundation

/// An object, an encoding of an object, or a whole release: bytes that a server sends without holding them all in
/// memory.
public struct StoredFile: Sendable {
    /// The length of a part that is read at once, in bytes.
    package static let partSize = BlockCache.blockSize

    /// The length of the file, in bytes.
    public let length: Int
    /// The file on this machine; `nil` when the bytes are elsewhere. It may be deleted when newer ones need its room.
    public let url: URL?
    private let blobs: any BlobStore
    private let name: String

    init?(_ name: String, in blobs: any BlobStore) async throws(StoreError) {
        guard let length = try await blobs.length(of: name) else { return nil }
        self.length = length
        self.blobs = blobs
        self.name = name
        url = blobs.localFile(name)
    }

    /// Reads all bytes.
    public func data() async throws(StoreError) -> Data { try await bytes(in: 0..<length) }

    /// Reads the bytes of a range.
    /// - Throws: `storage` when they cannot be read, or when the file is gone.
    public func bytes(in range: Range<Int>) async throws(StoreError) -> Data {
        let range = range.clamped(to: 0..<length)
        guard !range.isEmpty else { return Data() }
        guard let part = try await blobs.read(name, range), part.bytes.count == range.count else {
            throw StoreError(.storage, "\(name) is gone, or shorter than it was")
        }
        return part.bytes
    }

    /// The ranges in which a server reads a range, one after the other.
    package static func parts(of range: Range<Int>) -> [Range<Int>] {
        stride(from: range.lowerBound / partSize * partSize, to: range.upperBound, by: partSize).map { start in
            (start..<(start + partSize)).clamped(to: range)
        }
    }
}
