import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// HUB-209: a real process, killed at random points while it records and uploads.
@Suite(.serialized) struct OutboxKillTests {
    private static let rounds = 12

    /// Accepts batches and keeps each id once; hangs up instead of answering now and then.
    private final class Collector: Sendable {
        let ids = Locked<[EventID: Int]>([:])
        let lostAnswers = Locked(0)

        func answer(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
            guard let batch = try? CoreFixture.batch(gzip: request.body) else {
                return [.bytes(ScriptedServer.response(status: 400))]
            }
            ids.withLock { ids in
                for event in batch.events { ids[event.id, default: 0] += 1 }
            }
            guard UInt8.random(in: 0..<10) > 0 else {
                lostAnswers.withLock { $0 += 1 }
                return []
            }
            let receipt = CoreFixture.receipt(batch.events.map { .init(id: $0.id.description, verdict: .accepted) })
            return [.bytes(ScriptedServer.response(status: 200, body: receipt.body))]
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `what record acknowledged survives a kill and arrives`() async throws {
        let folder = try TemporaryFolder()
        let data = folder.url.appending(path: "data")
        let collector = Collector()
        let server = try ScriptedServer { collector.answer($0) }
        let service = server.url("/v1/apps/brand/main")
        var acknowledged: Set<EventID> = []
        for round in 0..<Self.rounds {
            let output = folder.url.appending(path: "ids-\(round)")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let probe = try Self.probe([data.path, service.absoluteString, "\(round)"], output)
            // Life is counted from the first acknowledgement, so that slow starts do not make empty rounds.
            _ = await eventually { (try? Data(contentsOf: output).isEmpty) == false }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
            kill(probe.processIdentifier, SIGKILL)
            #expect(await eventually { !probe.isRunning })
            acknowledged.formUnion(try Self.ids(output))
        }
        let last = try Self.probe([data.path, service.absoluteString, "0", "drain"], nil)
        #expect(await eventually(within: .seconds(120)) { !last.isRunning })
        #expect(last.terminationStatus == 0)
        let arrived = collector.ids.withLock { $0 }
        #expect(acknowledged.count >= Self.rounds)
        #expect(acknowledged.subtracting(arrived.keys).isEmpty)
        let outbox = try Outbox(environment: Environment(folder: data, transport: FakeTransport()))
        #expect(try outbox.counts().notPosted == 0)
        #expect(try outbox.counts().dropped == [:])
    }

    private static func probe(_ arguments: [String], _ output: URL?) throws -> Process {
        let process = Process()
        let program: URL = try #require(executable)
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = try output.map { try FileHandle(forWritingTo: $0) } ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Beside the test bundle, or beside the program that loaded it.
    private static var executable: URL? {
        let places = [Bundle.main.executableURL, Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
        return places.compactMap { $0?.deletingLastPathComponent().appending(path: "OutboxCrashProbe") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Whole lines only: a torn one was never acknowledged.
    private static func ids(_ output: URL) throws -> [EventID] {
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
        return complete.split(separator: "\n").compactMap { EventID($0) }
    }
}
