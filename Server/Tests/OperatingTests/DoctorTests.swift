import Foundation
import MarqueeWire
import Testing

@testable import Operating
@testable import PlatformStore

/// What the doctor advises is what helps.
@Suite struct DoctorTests {
    private static let day: Int64 = 86_400_000

    @Test(arguments: [(Int64(10), Check.State.ok), (350, .warning), (400, .wrong)])
    func `a root that ends is renewed by a person, because no server renews it`(
        days: Int64, state: Check.State
    ) async throws {
        let filled = try await FilledPlatform(.sqlite)
        let begin = Timestamp(Date())
        var roles: [DocumentType: Root.Role] = [:]
        for (role, key) in zip(DocumentType.allCases, filled.keys) {
            roles[role] = Root.Role(keys: [try key.publicKey().id])
        }
        let root = try Root(
            app: "demo", version: 1, issued: begin,
            expires: Timestamp(milliseconds: begin.milliseconds + 365 * Self.day),
            keys: try filled.keys.map { try $0.publicKey() }, roles: roles)
        try await filled.platform.releases.appendRoot(
            try root.signed(by: filled.keys), version: 1, app: "demo", by: "test")
        let found = try #require(
            await Self.checks(filled, now: Timestamp(milliseconds: begin.milliseconds + days * Self.day))
                .first { $0.name == "keys of demo" })
        #expect(found.state == state)
        #expect(found.answer.contains("put the root key back") == (state != .ok))
        #expect(!found.answer.contains("the server renews it"))
    }

    @Test func `a directory that no server has used with a shared database gets no files`() async throws {
        let filled = try await FilledPlatform(.postgres)
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try PrivateFile.makeFolder(folder)
        let checks = await Self.checks(folder, filled.database)
        #expect(checks.first { $0.name == "stores" }?.state == .skipped)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    private static func checks(_ filled: FilledPlatform, now: Timestamp) async -> [Check] {
        await checks(filled.folder, filled.database, now: now)
    }

    private static func checks(
        _ folder: URL, _ database: DatabaseAddress, now: Timestamp = Timestamp(Date())
    ) async -> [Check] {
        await Doctor(
            Doctor.Subject(
                folder: folder, database: database, objects: .folder, listeners: [], certificate: nil, publicURL: nil),
            now: { now }
        ).run()
    }
}
