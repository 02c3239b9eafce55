import Foundation
import Testing

@testable import Collector

/// A simulated week of some devices; `make soak` does it with thousands.
@Suite struct SoakTests {
    @Test func `every event of a simulated week is stored once, and the gaps are those of the devices`() throws {
        let store = try TemporaryCollector()
        let binaries = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        let output = Pipe()
        process.executableURL = binaries.appending(path: "CollectorProbe")
        process.arguments = ["soak", store.folder.path, "80"]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("events stored once"), "\(text)")
    }
}
