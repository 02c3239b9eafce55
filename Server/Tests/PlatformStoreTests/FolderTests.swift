import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct FolderTests {
    @Test func `an object comes back in every encoding`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let objects = store.platform.objects
        let old = Data((0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        var new = old
        new[100] = 7
        let base = try await objects.put(old)
        let object = try await objects.put(new)
        for encoding in [ObjectEncoding.identity, .deflate, .delta(base: base.sha256)] {
            let file = try #require(try await objects.file(object.sha256, as: encoding))
            let bytes = try Data(contentsOf: file.url)
            #expect(bytes.count == file.length)
            #expect(try encoding.decode(bytes, as: object, base: old) == new)
        }
        #expect(try await objects.file(object.sha256, as: .delta(base: ObjectHash(of: Data()))) == nil)
        #expect(try await objects.data(ObjectHash(of: Data()), verifying: true) == nil)
    }

    @Test func `an object that the disk changed is not handed out`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let object = try await store.platform.objects.put(Data("content".utf8))
        let file = try #require(try await store.platform.objects.file(object.sha256, as: .identity))
        try Data("c0ntent".utf8).write(to: file.url)
        #expect(
            await store.code { _ = try await store.platform.objects.data(object.sha256, verifying: true) } == .damaged)
    }

    @Test func `objects are listed by hash, a page at a time and without their encodings`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let objects = store.platform.objects
        #expect(try await objects.names(after: nil, limit: 10) == [])
        var stored: [ObjectHash] = []
        for index in 0..<300 { stored.append(try await objects.put(Data("object \(index)".utf8)).sha256) }
        _ = try await objects.file(stored[0], as: .deflate)
        _ = try await objects.file(stored[0], as: .delta(base: stored[1]))
        var listed: [ObjectHash] = []
        while true {
            let page = try await objects.names(after: listed.last, limit: 7)
            listed += page
            if page.count < 7 { break }
        }
        #expect(listed == stored.sorted())
        #expect(try await objects.names(after: nil, limit: 1000) == stored.sorted())
        #expect(try await objects.names(after: ObjectHash(hex: String(repeating: "f", count: 64)), limit: 10) == [])
    }

    @Test func `private keys are readable by nobody else`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let keys = store.platform.keys
        let record = try await keys.store(try SigningKey.generate(), role: .release, app: "demo", by: "test")
        #expect(try await keys.keys(app: "demo") == [record])
        let folder = store.folder.appending(path: "keys/demo")
        let file = folder.appending(path: "release-\(record.id).pem")
        #expect(PrivateFile.mode(of: file) == 0o600)
        #expect(PrivateFile.mode(of: folder) == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(await store.code { _ = try await keys.signingKeys(app: "demo", role: .release) } == .permissions)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        #expect(await store.code { _ = try await keys.keys(app: "demo") } == .permissions)
    }
}
