import Foundation
import Logging
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

/// HUB-209: a device's process, killed again and again while it records and uploads to a real server.
@Suite(.serialized) struct OutboxKillTests {
    private static let rounds = 200

    @Test(.timeLimit(.minutes(60)))
    func `every recorded event is in the warehouse once, however often the device is killed`() async throws {
        let folder = try TemporaryFolder()
        let server = try await MarqueeServer(
            configuration: ServerConfiguration(flags: [
                .data: folder.url.appending(path: "server").path, .port: "0", .lab: "off",
                // Faster than any device that is not made to be killed.
                .eventRatePerInstall: "0", .eventRatePerAddress: "0",
            ]), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        _ = try await server.platform.apps.create("brand", name: "Brand", by: "test")
        let (addresses, continuation) = AsyncStream<URL>.makeStream()
        let running = Task { try await server.run { continuation.yield($0.server) } }
        let address = try #require(await addresses.first { _ in true })
        let service = address.appending(path: ServiceRoute.servicePath(try Scope(app: "brand"))).absoluteString
        let device = folder.url.appending(path: "device").path

        var acknowledged: Set<EventID> = []
        for round in 0..<Self.rounds {
            acknowledged.formUnion(try await recordUntilKilled([device, service, "\(round)"], in: folder.url))
        }
        let drain = try probe([device, service, "0", "drain"], output: FileHandle.nullDevice)
        #expect(await eventually { !drain.isRunning })
        #expect(drain.terminationStatus == 0)

        let warehouse = Warehouse(file: folder.url.appending(path: "server/events/warehouse.sqlite3"))
        let recorded = Set(acknowledged.map(\.bytes))
        #expect(recorded.count >= Self.rounds)
        #expect(try await eventually { try warehouse.ids().isSuperset(of: recorded) })
        // The figures count every event once as well, those included that were sent and never acknowledged here.
        #expect(try await eventually { try warehouse.views() == warehouse.ids().count })
        running.cancel()
        _ = await running.result
    }

    /// Starts the device, lets it live a little longer than its first acknowledgement, and kills it.
    private func recordUntilKilled(_ arguments: [String], in folder: URL) async throws -> [EventID] {
        let output = folder.appending(path: "ids-\(arguments[2])")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let ids = try FileHandle(forWritingTo: output)
        let device = try probe(arguments, output: ids)
        try ids.close()
        _ = await eventually { (try? Data(contentsOf: output).isEmpty) == false }
        // Chance decides what the kill interrupts: a transaction, a request, or nothing.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
        kill(device.processIdentifier, SIGKILL)
        #expect(await eventually { !device.isRunning })
        // Whole lines only: a torn one was never acknowledged.
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
        return complete.split(separator: "\n").compactMap { EventID($0) }
    }

    private func probe(_ arguments: [String], output: FileHandle) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "OutboxCrashProbe")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// The server's own file, read from beside it.
    private struct Warehouse: Sendable {
        let file: URL

        func ids() throws -> Set<[UInt8]> { Set(try column("SELECT id FROM event")) }

        func views() throws -> Int {
            try column("SELECT SUM(views) FROM rollup").first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        }

        private func column(_ sql: String) throws -> [[UInt8]] {
            let statement = try SQLiteConnection(path: file.path).prepare(sql)
            var values: [[UInt8]] = []
            while try statement.step() { values.append(statement.bytes(0)) }
            return values
        }
    }
}
