import Foundation
import Testing

@testable import PlatformStore

/// Copies on this machine of blobs that are far away.
@Suite struct BlockCacheTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")

    private func files() throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
            .filter { !$0.hasDirectoryPath && (try? Data(contentsOf: $0)) != nil }
    }

    @Test func `what was read once is not asked for again, also after a restart`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = try S3Bucket()
        let data = Data((0..<(2 * 1024 * 1024 + 5)).map { UInt8(truncatingIfNeeded: $0) })
        try await bucket.blobs().put(data, as: "a")
        for _ in 0..<2 {
            let cached = CachedBlobs(bucket.blobs(), cache: try BlockCache(in: folder, limit: 1 << 30))
            #expect(try await cached.read("a", 0..<data.count)?.bytes == data)
            #expect(try await cached.length(of: "a") == data.count)
        }
        #expect(try bucket.requests().count { $0.hasPrefix("GET") } == 3)
    }

    @Test func `requests for the same block at the same time share one transfer`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = try S3Bucket()
        try await bucket.blobs().put(Data("once".utf8), as: "a")
        let cached = CachedBlobs(bucket.blobs(), cache: try BlockCache(in: folder, limit: 1 << 30))
        _ = try bucket.requests()
        try await withThrowingTaskGroup(of: Data?.self) { group in
            for _ in 0..<20 { group.addTask { try await cached.read("a", 0..<4)?.bytes } }
            for try await bytes in group { #expect(bytes == Data("once".utf8)) }
        }
        #expect(try bucket.requests().count == 1)
    }

    @Test func `a copy that the disk changed is thrown away and read again`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = try S3Bucket()
        try await bucket.blobs().put(Data("content".utf8), as: "a")
        let cached = CachedBlobs(bucket.blobs(), cache: try BlockCache(in: folder, limit: 1 << 30))
        for damage in [Data(), Data("short".utf8), Data(count: 100)] {
            _ = try await cached.read("a", 0..<7)
            let file = try #require(try files().first)
            try damage.write(to: file)
            #expect(try await cached.read("a", 0..<7)?.bytes == Data("content".utf8))
        }
        #expect(try files().count == 1)
    }

    @Test func `the oldest copies give way when there are too many`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = try BlockCache(in: folder, limit: 100_000)
        for index in 0..<40 {
            let block = BlockCache.Block(length: 9000, bytes: Data(count: 9000))
            await cache.store(block, "name", index)
            let sizes = try files().map { try Data(contentsOf: $0).count }
            #expect(sizes.reduce(0, +) <= 100_000)
        }
        #expect(await cache.block("name", 39) != nil)
        #expect(await cache.block("name", 0) == nil)
        #expect(try files().count >= 9)
    }

    @Test func `a blob that is replaced or removed is forgotten`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = try S3Bucket()
        let cached = CachedBlobs(bucket.blobs(), cache: try BlockCache(in: folder, limit: 1 << 30))
        for text in ["one", "another"] {
            try await cached.put(Data(text.utf8), as: "a")
            #expect(try await cached.read("a", 0..<100)?.bytes == Data(text.utf8))
        }
        try await cached.remove("a")
        #expect(try await cached.length(of: "a") == nil)
    }

    @Test func `a cache on a disk that cannot be written changes nothing`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = try S3Bucket()
        try await bucket.blobs().put(Data("content".utf8), as: "a")
        let cache = try BlockCache(in: folder, limit: 1 << 30)
        try FileManager.default.removeItem(at: folder)
        try Data("a file in the way".utf8).write(to: folder)
        let cached = CachedBlobs(bucket.blobs(), cache: cache)
        for _ in 0..<2 { #expect(try await cached.read("a", 0..<7)?.bytes == Data("content".utf8)) }
    }
}
