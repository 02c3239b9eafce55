import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

#if os(Linux) || os(macOS)
    /// HUB-209, ENG-205: a real process is killed repeatedly while two lanes store and send items.
    @Suite(.serialized) struct LaneKillTests {
        /// 20 rounds by default; 200 rounds with `MARQUEE_KILL_ROUNDS=200`.
        private static let rounds =
            ProcessInfo.processInfo.environment["MARQUEE_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

        @Test(.timeLimit(.minutes(10))) func `two lanes lose and duplicate no item when the process is killed`()
            async throws
        {
            let folder = try TemporaryFolder()
            let device = folder.url.appending(path: "device").path
            let received = folder.url.appending(path: "received")
            var acknowledged: Set<Substring> = []
            for round in 0..<Self.rounds {
                acknowledged.formUnion(try await loadUntilKilled(device, received, round, in: folder.url))
            }
            let drain = CoreCrashProbe.process(["drain", device, received.path])
            try drain.run()
            #expect(await eventually { !drain.isRunning })
            #expect(drain.terminationStatus == 0, "exit code 1: some items were not sent; 3: the counts are wrong")

            let lines = String(decoding: try Data(contentsOf: received), as: UTF8.self).split(separator: "\n")
            let arrivals = lines.map { $0.split(separator: " ") }
            #expect(arrivals.allSatisfy { $0.count == 3 })
            #expect(acknowledged.count >= 2 * Self.rounds)
            #expect(acknowledged.isSubset(of: arrivals.map { "\($0[0]) \($0[1])"[...] }))

            // An event may arrive twice with the same id. Two ids for one event are an error.
            let events = Dictionary(grouping: arrivals.filter { $0[0] == "E" }, by: { $0[1] })
            #expect(events.allSatisfy { Set($0.value.map { $0[2] }).count == 1 })
            // A URL may be requested twice only if the process was killed after the answer and before the answer was
            // stored.
            let addresses = Dictionary(grouping: arrivals.filter { $0[0] == "T" }, by: { $0[1] })
            let repeated = addresses.values.filter { $0.count > 1 }
            #expect(
                repeated.allSatisfy { Set($0.map { $0[2] }).count == $0.count }, "one process requested a URL twice")
            #expect(repeated.count <= Self.rounds * TrackingLane().rules.requests)
        }

        /// Starts the device process, and kills it a short time after the first acknowledgement of each kind.
        /// - Returns: only complete lines, because an incomplete line was never acknowledged.
        private func loadUntilKilled(_ device: String, _ received: URL, _ round: Int, in folder: URL) async throws
            -> [Substring]
        {
            let output = folder.appending(path: "acknowledged-\(round)")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let process = CoreCrashProbe.process(["load", device, received.path, "\(round)"])
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            _ = await eventually {
                let text = (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
                return text.contains("E ") && text.contains("T ")
            }
            // The delay is random, so that the kill interrupts a transaction, a request, or neither.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
            kill(process.processIdentifier, SIGKILL)
            #expect(await eventually { !process.isRunning })
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
            return complete.split(separator: "\n")
        }
    }
#endif
