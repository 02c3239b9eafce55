import Foundation
import MarqueeWire
import Synchronization

/// Blobs of a store that is far away, with a bounded cache of their blocks.
///
/// Requests for the same block at the same time share one transfer.
final class CachedBlobs: BlobStore {
    private struct Key: Hashable {
        let name: String
        let index: Int
    }

    private typealias Transfer = Task<Result<BlockCache.Block?, StoreError>, Never>

    private let far: any BlobStore
    private let cache: BlockCache
    private let transfers = Mutex<[Key: Transfer]>([:])

    init(_ far: any BlobStore, cache: BlockCache) {
        self.far = far
        self.cache = cache
    }

    func put(_ data: Data, as name: String) async throws(StoreError) {
        try await far.put(data, as: name)
        await forget(name)
    }

    func put(moving file: URL, as name: String) async throws(StoreError) {
        try await far.put(moving: file, as: name)
        await forget(name)
    }

    func length(of name: String) async throws(StoreError) -> Int? {
        if let block = await cache.block(name, 0) { return block.length }
        return try await far.length(of: name)
    }

    func storedLength(of name: String) async throws(StoreError) -> Int? { try await far.storedLength(of: name) }

    func read(_ name: String, _ range: Range<Int>) async throws(StoreError) -> BlobPart? {
        var bytes = Data()
        var length = Int.max
        var position = range.lowerBound
        while position < min(range.upperBound, length) {
            let index = position / BlockCache.blockSize
            guard let block = try await block(name, index) else { return nil }
            length = block.length
            let start = index * BlockCache.blockSize
            let end = min(range.upperBound, start + block.bytes.count)
            guard end > position else { break }
            bytes += block.bytes[(position - start)..<(end - start)]
            position = end
        }
        return BlobPart(length: length, bytes: bytes)
    }

    func localFile(_ name: String) -> URL? { nil }

    func list(_ prefix: String, after: String?, limit: Int) async throws(StoreError) -> [BlobEntry] {
        try await far.list(prefix, after: after, limit: limit)
    }

    func remove(_ name: String) async throws(StoreError) {
        try await far.remove(name)
        await forget(name)
    }

    func forget(_ name: String) async { await cache.forget(name, length: 64 * BlockCache.blockSize) }

    private func block(_ name: String, _ index: Int) async throws(StoreError) -> BlockCache.Block? {
        if let block = await cache.block(name, index) { return block }
        let key = Key(name: name, index: index)
        let transfer = transfers.withLock { transfers in
            if let transfer = transfers[key] { return transfer }
            let new = Transfer { await self.transfer(key) }
            transfers[key] = new
            return new
        }
        return try await transfer.value.get()
    }

    /// Whether a block may be kept: a small object shows by its name what its bytes are. Of everything else, the device
    /// that gets it finds out.
    private static func isIntact(_ block: BlockCache.Block, _ name: String) -> Bool {
        guard block.bytes.count == block.length, let hash = BlobObjectStore.hash(of: name) else { return true }
        return ObjectHash(of: block.bytes) == hash
    }

    private func transfer(_ key: Key) async -> Result<BlockCache.Block?, StoreError> {
        defer { transfers.withLock { $0[key] = nil } }
        let start = key.index * BlockCache.blockSize
        do throws(StoreError) {
            guard let part = try await far.read(key.name, start..<(start + BlockCache.blockSize)) else {
                return .success(nil)
            }
            let block = BlockCache.Block(length: part.length, bytes: part.bytes)
            if start < max(part.length, 1), Self.isIntact(block, key.name) {
                await cache.store(block, key.name, key.index)
            }
            return .success(block)
        } catch {
            return .failure(error)
        }
    }
}
