import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

#if os(Linux) || os(macOS)
    /// HUB-209, ENG-205: a real process is killed again and again while two lanes store and send.
    @Suite(.serialized) struct LaneKillTests {
        /// 20 in the normal run; all 200 with `MARQUEE_KILL_ROUNDS=200`.
        private static let rounds =
            ProcessInfo.processInfo.environment["MARQUEE_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

        @Test(.timeLimit(.minutes(10))) func `two lanes lose and double nothing, however often the device is killed`()
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
            #expect(await eventually(within: .seconds(120)) { !drain.isRunning })
            #expect(drain.terminationStatus == 0, "1: not everything could be sent; 3: the account is not whole")

            let lines = String(decoding: try Data(contentsOf: received), as: UTF8.self).split(separator: "\n")
            let arrivals = lines.map { $0.split(separator: " ") }
            #expect(arrivals.allSatisfy { $0.count == 3 })
            #expect(acknowledged.count >= 2 * Self.rounds)
            #expect(acknowledged.isSubset(of: arrivals.map { "\($0[0]) \($0[1])"[...] }))

            // An event may arrive again, with its id; nothing that happened has two ids.
            let events = Dictionary(grouping: arrivals.filter { $0[0] == "E" }, by: { $0[1] })
            #expect(events.allSatisfy { Set($0.value.map { $0[2] }).count == 1 })
            // An address is fetched twice only where a kill came between its answer and the disk.
            let addresses = Dictionary(grouping: arrivals.filter { $0[0] == "T" }, by: { $0[1] })
            let repeated = addresses.values.filter { $0.count > 1 }
            #expect(repeated.allSatisfy { Set($0.map { $0[2] }).count == $0.count }, "twice by one process")
            #expect(repeated.count <= Self.rounds * TrackingLane().rules.requests)
        }

        /// Starts the device, lets it live a little longer than its first acknowledgements, and kills it.
        /// - Returns: whole lines only: a torn one was never acknowledged.
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
            // Chance decides what the kill interrupts: a transaction, a request, or nothing.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
            kill(process.processIdentifier, SIGKILL)
            #expect(await eventually { !process.isRunning })
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
            return complete.split(separator: "\n")
        }
    }
#endif
