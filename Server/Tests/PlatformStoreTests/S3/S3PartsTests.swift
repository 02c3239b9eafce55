import Foundation
import TestS3
import Testing

@testable import PlatformStore

/// Large blobs, which are sent in parts.
@Suite struct S3PartsTests {
    private static let data = Data((0..<(12 * 1024 * 1024)).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 5) })

    @Test(arguments: [
        TestS3.Fault("status", method: "POST", part: "uploads", times: 2, status: 503),
        TestS3.Fault("cut", method: "PUT", part: "partNumber=2", times: 2),
        TestS3.Fault("late", method: "PUT", part: "partNumber=3"),
        TestS3.Fault("error200", method: "POST", part: "uploadId", code: "InternalError"),
        TestS3.Fault("late", method: "POST", part: "uploadId"),
    ])
    func `a part that fails for a moment is sent again, and the upload completes`(_ fault: TestS3.Fault) async throws {
        let bucket = try S3Bucket()
        try bucket.inject(fault)
        try await bucket.blobs().put(Self.data, as: "large")
        #expect(try await bucket.blobs().read("large", 0..<Self.data.count)?.bytes == Self.data)
        #expect(try bucket.requests().count { $0.hasPrefix("PUT") } >= 3)
        #expect(try TestS3.shared.uploads(in: bucket.name) == 0)
    }

    @Test(arguments: [
        TestS3.Fault("status", method: "PUT", part: "partNumber=1&", times: 1, status: 403, code: "AccessDenied"),
        TestS3.Fault("status", method: "PUT", part: "partNumber=3&", times: 1, status: 403, code: "AccessDenied"),
        TestS3.Fault("cut", method: "PUT", part: "partNumber=2&", times: 100_000),
        TestS3.Fault("tag", method: "PUT", part: "partNumber=2&"),
        TestS3.Fault("error200", method: "POST", part: "uploadId", times: 1, code: "AccessDenied"),
    ])
    func `an upload that fails is aborted, and nothing has its name`(_ fault: TestS3.Fault) async throws {
        let bucket = try S3Bucket()
        try bucket.inject(fault)
        await #expect(throws: StoreError.self) {
            try await bucket.blobs(deadline: .seconds(8)).put(Self.data, as: "large")
        }
        #expect(try TestS3.shared.uploads(in: bucket.name) == 0)
        #expect(try TestS3.shared.keys(in: bucket.name) == [])
    }
}
