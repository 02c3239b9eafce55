import Foundation
import MarqueeTesting
import Testing

#if os(Linux) || os(macOS)
    /// ENG-013, ENG-019, ENG-057, ENG-065: a real process is killed repeatedly while events are on hold, ready and in
    /// flight.
    @Suite(.serialized) struct EngageKillTests {
        /// 10 rounds by default; 100 rounds with `MARQUEE_KILL_ROUNDS=100`.
        private static let rounds =
            ProcessInfo.processInfo.environment["MARQUEE_KILL_ROUNDS"].flatMap { Int($0) } ?? 10

        @Test(.timeLimit(.minutes(10))) func `no event is lost, and none gets a second id, when the process is killed`()
            async throws
        {
            let folder = try TemporaryFolder()
            let device = folder.url.appending(path: "device").path
            let received = folder.url.appending(path: "received")
            var acknowledged: Set<Substring> = []
            for round in 0..<Self.rounds {
                acknowledged.formUnion(try await loadUntilKilled(device, received, round, in: folder.url))
            }
            let drain = Self.process(["drain", device, received.path])
            try drain.run()
            #expect(await eventually { !drain.isRunning })
            #expect(drain.terminationStatus == 0, "exit code 1: some events were not sent; 3: the counts are wrong")

            let text = String(decoding: try Data(contentsOf: received), as: UTF8.self)
            let arrivals = text.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(arrivals.allSatisfy { $0.count == 2 })
            #expect(acknowledged.count >= Self.rounds)
            #expect(acknowledged.isSubset(of: arrivals.map { $0[0] }))
            let ids = Dictionary(grouping: arrivals, by: { $0[0] })
            #expect(ids.allSatisfy { Set($0.value.map { $0[1] }).count == 1 }, "an event may arrive twice, by one id")
        }

        /// Starts the device process, and kills it a short time after it has stored an event.
        /// - Returns: only complete lines, because an incomplete line was never acknowledged.
        private func loadUntilKilled(_ device: String, _ received: URL, _ round: Int, in folder: URL) async throws
            -> [Substring]
        {
            let output = folder.appending(path: "acknowledged-\(round)")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let process = Self.process(["load", device, received.path, "\(round)"])
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            _ = await eventually { ((try? Data(contentsOf: output)) ?? Data()).contains(UInt8(ascii: "\n")) }
            // The delay is random, so that the kill interrupts a transaction, a request, a plug-in, or none of them.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...100)))
            kill(process.processIdentifier, SIGKILL)
            #expect(await eventually { !process.isRunning })
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
            return complete.split(separator: "\n")
        }

        private static func process(_ arguments: [String]) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("EngageCrashProbe")
            process.arguments = arguments
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return process
        }
    }
#endif
