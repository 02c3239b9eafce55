import Foundation
import MarqueeWire
import Testing

@testable import Collector

// HUB-209
@Suite(.serialized) struct KillTests {
    private func probe(_ command: String, _ folder: URL, output: Pipe = Pipe()) throws -> Process {
        let binaries = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        process.executableURL = binaries.appending(path: "CollectorProbe")
        process.arguments = [command, folder.path]
        process.standardOutput = output
        try process.run()
        return process
    }

    private func kill(_ process: Process) {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    @Test func `every event acknowledged before a kill is in the warehouse once`() async throws {
        let store = try TemporaryCollector()
        var acknowledged: Set<String> = []
        for round in 0..<8 {
            let output = Pipe()
            let process = try probe("accept", store.folder, output: output)
            var text = Data()
            while text.count < 2000 * (round + 1) {
                let next = output.fileHandleForReading.availableData
                guard !next.isEmpty else { break }
                text += next
            }
            kill(process)
            text += try output.fileHandleForReading.readToEnd() ?? Data()
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
            acknowledged.formUnion(lines.filter { $0.utf8.count == 36 })
        }
        // Folding is killed too, after ever longer runs; each continues where its last transaction ended.
        for milliseconds in [5, 15, 30, 60] {
            let process = try probe("fold", store.folder)
            try await Task.sleep(for: .milliseconds(milliseconds))
            kill(process)
        }
        let collector = try store.open()
        while try await collector.folding.foldOnce() {}
        let stored = Set(try store.column("SELECT id FROM event"))
        let missing = acknowledged.filter { id in EventID(id).map { !stored.contains($0.bytes) } ?? true }
        #expect(acknowledged.count > 100)
        #expect(missing.isEmpty)
        let views = try store.column("SELECT SUM(views) FROM rollup")
        #expect(views == [Array("\(stored.count)".utf8)])
    }
}
