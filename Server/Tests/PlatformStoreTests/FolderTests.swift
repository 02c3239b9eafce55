import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct FolderTests {
    @Test func `objects lie in the data directory by their hash`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let object = try await store.platform.objects.put(Data("content".utf8))
        let file = try #require(try await store.platform.objects.file(object.sha256, as: .identity))
        let hex = object.sha256.hex
        let path = store.folder.appending(path: "objects/\(hex.prefix(2))/\(hex.dropFirst(2))").path
        #expect(file.url?.path == path && file.length == 7)
        #expect(PrivateFile.mode(of: URL(filePath: path)) == 0o600)
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
