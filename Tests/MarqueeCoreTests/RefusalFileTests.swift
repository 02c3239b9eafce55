import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// An opt-out stays in force when the state file is damaged.
@Suite struct RefusalFileTests {
    private static let all = Set(Consent.Purpose.allCases)

    private let fixture: CoreFixture
    private let messages = RecordingLog()

    init() throws {
        fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
    }

    private var file: URL { fixture.folder.url.appending(path: RefusalFile.name) }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path) }
    }

    /// What is refused after a launch.
    private func refusedAtLaunch() async throws -> Set<Consent.Purpose> {
        let log = Log(build: .release)
        log.setReceiver(messages)
        let core = try fixture.core(log: log)
        await core.close()
        return core.consent.refused
    }

    private func refuse(_ purposes: Set<Consent.Purpose>) async throws {
        let core = try fixture.core()
        try core.consent.refuse(purposes)
        await core.close()
    }

    private func loseState(_ content: Data? = Data("not a database".utf8)) throws {
        let state = fixture.folder.url.appending(path: SDKState.fileName)
        for suffix in ["-wal", "-shm", ""] { try? FileManager.default.removeItem(atPath: state.path + suffix) }
        try content?.write(to: state)
    }

    @Test(
        arguments: [all, [.advertising]] as [Set<Consent.Purpose>],
        [Data("not a database".utf8), Data(repeating: 0xAB, count: 100_000), Data(), nil])
    func `a refusal survives the loss of the state file, and the launches after it`(
        refused: Set<Consent.Purpose>, left: Data?
    ) async throws {
        try await refuse(refused)
        try loseState(left)
        for _ in 0..<2 { #expect(try await refusedAtLaunch() == refused) }
        // The state file has the refusal again.
        try FileManager.default.removeItem(at: file)
        #expect(try await refusedAtLaunch() == refused)
    }

    @Test func `after the loss of the state file, nothing is recorded or sent`() async throws {
        try await refuse(Self.all)
        try loseState()
        let core = try fixture.core()
        core.outbox.track("after_damage")
        try await core.outbox.flush()
        #expect(try core.outbox.stored().isEmpty)
        #expect(await core.eventSender.drain() == .refused)
        await core.close()
    }

    @Test func `while nothing is refused, there is no file, and damage refuses nothing`() async throws {
        let core = try fixture.core()
        try core.consent.grant()
        #expect(try !names.contains(RefusalFile.name))
        try core.consent.refuse()
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        try core.consent.grant()
        #expect(try !names.contains(RefusalFile.name))
        await core.close()
        try loseState()
        #expect(try await refusedAtLaunch() == [])
    }

    @Test func `a grant of one purpose survives damage too`() async throws {
        let core = try fixture.core()
        try core.consent.refuse([.advertising, .location])
        try core.consent.grant([.location])
        await core.close()
        try loseState()
        #expect(try await refusedAtLaunch() == [.advertising])
    }

    @Test func `an unreadable copy refuses everything until it is granted, and is logged once`() async throws {
        try await refuse([.location])
        try loseState()
        try Data("telepathy".utf8).write(to: file)
        for _ in 0..<2 { #expect(try await refusedAtLaunch() == Self.all) }
        #expect(messages.entries.filter { $0.severity == .criticalError && $0.message.contains("refused") }.count == 1)
        let core = try fixture.core()
        try core.consent.grant()
        await core.close()
        #expect(try await refusedAtLaunch() == [])
    }

    @Test func `a refusal that an earlier version stored gets its copy at the next launch`() async throws {
        try await refuse([.location])
        try FileManager.default.removeItem(at: file)
        #expect(try await refusedAtLaunch() == [.location])
        try loseState()
        #expect(try await refusedAtLaunch() == [.location])
    }

    @Test func `a copy that cannot be written fails the refusal, which holds all the same`() async throws {
        let core = try fixture.core(reached: { point in
            if point == .refusalWritten { throw MarqueeError(.storage, "the disk is full") }
        })
        #expect(throws: MarqueeError.self) { try core.consent.refuse() }
        #expect(!core.consent.isGranted(.behaviour))
        await core.close()
        #expect(try await refusedAtLaunch() == Self.all)
        try loseState()
        #expect(try await refusedAtLaunch() == Self.all)
    }
}
