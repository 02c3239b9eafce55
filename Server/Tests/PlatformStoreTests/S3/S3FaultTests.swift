import Foundation
import MarqueeWire
import TestS3
import Testing

@testable import PlatformStore

/// What happens when the object store, the network or the key fails.
@Suite struct S3FaultTests {
    private static let data = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })

    @Test(arguments: [
        TestS3.Fault("status", times: 3, status: 503, code: "SlowDown"),
        TestS3.Fault("status", times: 2, status: 500, code: "InternalError"),
        TestS3.Fault("status", times: 2, status: 429, code: ""),
        TestS3.Fault("status", times: 1, status: 400, code: "RequestTimeout"), TestS3.Fault("cut", times: 3),
        TestS3.Fault("late", times: 2),
    ])
    func `what fails for a moment is tried again`(_ fault: TestS3.Fault) async throws {
        let bucket = try S3Bucket()
        let blobs = bucket.blobs()
        try bucket.inject(fault)
        try await blobs.put(Self.data, as: "a")
        try bucket.inject(fault)
        #expect(try await blobs.read("a", 0..<1000)?.bytes == Self.data)
        try bucket.inject(fault)
        #expect(try await blobs.list("", after: nil, limit: 10).map(\.name) == ["a"])
        try bucket.inject(fault)
        try await blobs.remove("a")
        #expect(try await blobs.length(of: "a") == nil)
    }

    @Test func `a 404 without the store's reason says nothing about an object`() async throws {
        let bucket = try S3Bucket()
        let blobs = bucket.blobs()
        try await blobs.put(Self.data, as: "a")
        try bucket.inject(TestS3.Fault("status", times: 2, status: 404, code: ""))
        #expect(try await blobs.read("a", 0..<1000)?.bytes == Self.data)
    }

    @Test func `an answer that ends early is asked for again`() async throws {
        let bucket = try S3Bucket()
        let blobs = bucket.blobs()
        try await blobs.put(Self.data, as: "a")
        try bucket.inject(TestS3.Fault("truncate", method: "GET", times: 2))
        #expect(try await blobs.read("a", 0..<1000)?.bytes == Self.data)
    }

    @Test func `a store that stays away is reported after one deadline`() async throws {
        let bucket = try S3Bucket()
        try bucket.inject(TestS3.Fault("status", times: 100_000, status: 503, code: "SlowDown"))
        let start = ContinuousClock.now
        let error = await #expect(throws: StoreError.self) {
            // Long enough for a busy machine, and shorter than any other time that the client waits.
            try await bucket.blobs(deadline: .seconds(8)).put(Self.data, as: "a")
        }
        #expect(error?.code == StoreError.unreachableObjects("").code)
        #expect(error?.message == "the object store answered 503 SlowDown")
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(try bucket.requests().count > 3)
    }

    @Test func `a store that says nothing is left after the time of an attempt`() async throws {
        let bucket = try S3Bucket()
        try bucket.inject(TestS3.Fault("stall"))
        let blobs = bucket.blobs(attempt: .seconds(5))
        try await blobs.put(Self.data, as: "a")
        #expect(try bucket.requests().count == 2)
    }

    @Test func `nobody listens`() async throws {
        let address = try S3Address("s3://pages?endpoint=http://127.0.0.1:1")
        let client = S3Client(
            address: address, credentials: try S3Credentials(environment: TestS3.environment),
            times: S3Client.Times(deadline: .seconds(5)))
        let error = await #expect(throws: StoreError.self) { try await S3Blobs(client: client).length(of: "a") }
        #expect(error?.message.hasPrefix("the object store cannot be reached: ") == true)
    }

    @Test func `a certificate that nobody signed is refused`() async throws {
        let bucket = try TestS3.shared.makeBucket()
        let address = try S3Address(TestS3.shared.addressOverTLS(of: bucket), region: "eu-test-1")
        let client = S3Client(
            address: address, credentials: try S3Credentials(environment: TestS3.environment),
            times: S3Client.Times(deadline: .seconds(5)))
        let error = await #expect(throws: StoreError.self) { try await S3Blobs(client: client).length(of: "a") }
        #expect(error?.message.contains("cannot be reached") == true)
        #expect(try TestS3.shared.requests(to: bucket) == [])
    }

    @Test(arguments: [
        ("SignatureDoesNotMatch", "AKIDMARQUEETEST", "topsecret", nil),
        ("AWS_ACCESS_KEY_ID", "AKIDSOMEBODYELSE", "topsecret", nil),
        ("AWS_SESSION_TOKEN", "AKIDMARQUEETEST", "a/secret+of=tests", "topsecret"),
    ])
    func `a wrong key is refused, in a sentence that shows no secret`(
        _ word: String, _ key: String, _ secret: String, _ token: String?
    ) async throws {
        let bucket = try S3Bucket()
        let wrong = S3Credentials(accessKey: key, secret: secret, token: token)
        let error = await #expect(throws: StoreError.self) {
            try await bucket.blobs(credentials: wrong).length(of: "a")
        }
        let message = error?.message ?? ""
        let expected = word == "SignatureDoesNotMatch" ? "does not belong to AWS_ACCESS_KEY_ID" : word
        #expect(message.contains(expected), "\(message)")
        #expect(!message.contains("secret") && !message.contains("topsecret"), "\(message)")
        #expect(try bucket.requests().count == 1, "a refusal is final")
    }

    @Test func `a session's token is signed`() async throws {
        let bucket = try S3Bucket()
        let session = S3Credentials(
            accessKey: bucket.credentials.accessKey, secret: bucket.credentials.secret, token: TestS3.token)
        try await bucket.blobs(credentials: session).put(Self.data, as: "a")
        #expect(try await bucket.blobs().length(of: "a") == 1000)
    }

    @Test(arguments: [-3600.0, 3600.0])
    func `a clock that is wrong is named as the reason`(_ difference: Double) async throws {
        let bucket = try S3Bucket()
        let blobs = bucket.blobs(now: { Date().addingTimeInterval(difference) })
        let error = await #expect(throws: StoreError.self) { try await blobs.length(of: "a") }
        #expect(error?.message.contains("set this machine's clock") == true)
    }

    @Test func `a missing bucket, a wrong region and a denied request are named`() async throws {
        let bucket = try S3Bucket()
        let address = try S3Address(TestS3.shared.address(of: "bucket-none"), region: "eu-test-1")
        let client = S3Client(address: address, credentials: bucket.credentials)
        for (code, sentence) in [
            ("NoSuchBucket", "no bucket of this name"), ("PermanentRedirect", "another region"),
            ("AccessDenied", "needs to read, write, delete and list"),
        ] {
            if code == "NoSuchBucket" {
                let error = await #expect(throws: StoreError.self) { try await S3Blobs(client: client).length(of: "a") }
                #expect(error?.message.contains(sentence) == true)
                continue
            }
            try bucket.inject(TestS3.Fault("status", status: code == "AccessDenied" ? 403 : 301, code: code))
            let error = await #expect(throws: StoreError.self) { try await bucket.blobs().length(of: "a") }
            #expect(error?.message.contains(sentence) == true)
        }
    }

    @Test func `an answer without end is cut off`() async throws {
        let bucket = try S3Bucket()
        try bucket.inject(TestS3.Fault("long"))
        let error = await #expect(throws: StoreError.self) { try await bucket.blobs().length(of: "a") }
        #expect(error?.message.contains("longer than") == true)
    }

    @Test func `bytes that were changed on their way are read again, and refused if they stay so`() async throws {
        let bucket = try S3Bucket()
        let objects = BlobObjectStore(blobs: bucket.blobs())
        let object = try await objects.put(Self.data)
        try bucket.inject(TestS3.Fault("flip", method: "GET"))
        #expect(try await objects.data(object.sha256, verifying: true) == Self.data)
        try bucket.inject(TestS3.Fault("flip", method: "GET", times: 2))
        let error = await #expect(throws: StoreError.self) {
            try await objects.data(object.sha256, verifying: true)
        }
        #expect(error?.code == .damaged)
    }
}
