import Foundation
import MarqueeWire
import TestS3
import Testing

@testable import PlatformStore

/// Which objects belong to a database.
@Suite struct ObjectPlaceTests {
    private func address(_ bucket: String, prefix: String = "some/prefix") throws -> ObjectsAddress {
        try ObjectsAddress(TestS3.shared.address(of: bucket, prefix: prefix), environment: TestS3.environment)
    }

    @Test(arguments: StoreEngine.all)
    func `a database keeps to its bucket, whichever server asks`(_ engine: StoreEngine) async throws {
        let test = try await TemporaryPlatform(engine)
        let bucket = try TestS3.shared.makeBucket()
        let platform = try await Platform.open(
            at: test.folder, database: test.database, objects: address(bucket), passwordCost: 4)
        let object = try await platform.objects.put(Data("page".utf8))
        for wrong in [ObjectsAddress.folder, try address(bucket, prefix: "else"), try address("bucket-else")] {
            let error = await #expect(throws: StoreError.self) {
                try await Platform.open(at: test.folder, database: test.database, objects: wrong, passwordCost: 4)
            }
            #expect(error?.code == .invalid)
            #expect(error?.message.contains("are in s3://\(bucket)/some/prefix/?endpoint=") == true)
        }
        var again = try address(bucket)
        again.cacheLimit = 1 << 30
        let other = try await Platform.open(
            at: test.folder, database: test.database, objects: again, passwordCost: 4)
        #expect(try await other.objects.data(object.sha256, verifying: true) == Data("page".utf8))
    }

    @Test func `content whose objects are in a folder stays there`() async throws {
        let test = try await TemporaryPlatform(.sqlite)
        let object = try await test.platform.objects.put(Data("picture".utf8))
        _ = try await test.platform.content.put(
            AssetRecord(app: "demo", hub: "magazine", name: "a.png", mediaType: "image/png", object: object), by: "test"
        )
        let bucket = try TestS3.shared.makeBucket()
        let error = await #expect(throws: StoreError.self) {
            try await Platform.open(at: test.folder, objects: address(bucket), passwordCost: 4)
        }
        #expect(error?.code == .invalid && error?.message.contains("are in a folder") == true)
        _ = try await test.reopened()
    }

    @Test func `whole releases go to the bucket, and the newest stay`() async throws {
        let test = try await TemporaryPlatform(.sqlite)
        let bucket = try TestS3.shared.makeBucket()
        let platform = try await Platform.open(at: test.folder, objects: address(bucket), passwordCost: 4)
        let scope = try Scope(app: "demo")
        for version in 1...14 {
            try await platform.releaseFiles.store(scope, version: version) { (url) throws(StoreError) in
                do { try Data("release \(version)".utf8).write(to: url) } catch {
                    throw StoreError(.storage, "\(error)")
                }
            }
        }
        let kept = try TestS3.shared.keys(in: bucket)
        #expect(kept.count == ReleaseFiles.keptNewest + ReleaseFiles.keptOlder)
        #expect(kept.contains("some/prefix/releases/demo/main/14/contentDB.sqlite3"))
        let file = try #require(try await platform.releaseFiles.file(scope, version: 14))
        #expect(file.url == nil)
        #expect(try await file.data() == Data("release 14".utf8))
        #expect(try await platform.releaseFiles.file(scope, version: 1) == nil)
        let local = try FileManager.default.contentsOfDirectory(atPath: test.folder.appending(path: "releases").path)
        #expect(local == [])
    }
}
