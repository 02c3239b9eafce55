import Foundation
import TestS3
import Testing

@testable import PlatformStore

/// A store of blobs on which objects have to be the same.
struct BlobEngine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A store with nothing in it, whose files are in a folder.
    let make: @Sendable (URL) throws -> any BlobStore

    static let folder = BlobEngine(testDescription: "folder") { BlobFolder(root: $0.appending(path: "blobs")) }

    static let s3 = BlobEngine(testDescription: "S3") { _ in try S3Bucket().blobs() }

    static let cachedS3 = BlobEngine(testDescription: "S3 with a cache") { folder in
        CachedBlobs(
            try S3Bucket().blobs(),
            cache: try BlockCache(in: folder.appending(path: "cache"), limit: 64 * 1024 * 1024))
    }

    static let all = [folder, s3, cachedS3]

    /// Runs a test on an empty store; its files are deleted afterwards.
    func run(_ body: (any BlobStore, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "blobs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await body(try make(folder), folder)
    }
}

/// An empty bucket of the test's own.
struct S3Bucket: Sendable {
    let name: String
    let address: S3Address
    let credentials: S3Credentials

    init(prefix: String = "some/prefix") throws {
        name = try TestS3.shared.makeBucket()
        address = try S3Address(TestS3.shared.address(of: name, prefix: prefix), region: "eu-test-1")
        credentials = try S3Credentials(environment: TestS3.environment)
    }

    /// Blobs in the bucket; small sizes and short times, so that large blobs and retries take no time.
    func blobs(
        single: Int = 6 * 1024 * 1024, part: Int = 5 * 1024 * 1024, deadline: Duration = .seconds(20),
        attempt: Duration = .seconds(10), now: @escaping @Sendable () -> Date = { Date() },
        credentials: S3Credentials? = nil
    ) -> S3Blobs {
        let times = S3Client.Times(
            deadline: deadline, attempt: attempt, firstDelay: .milliseconds(1), longestDelay: .milliseconds(20))
        let client = S3Client(
            address: address, credentials: credentials ?? self.credentials, times: times, now: now)
        return S3Blobs(client: client, sizes: S3Blobs.Sizes(single: single, part: part, page: 40))
    }

    func inject(_ faults: TestS3.Fault...) throws { try TestS3.shared.inject(faults, into: name) }

    func requests() throws -> [String] { try TestS3.shared.requests(to: name) }
}
