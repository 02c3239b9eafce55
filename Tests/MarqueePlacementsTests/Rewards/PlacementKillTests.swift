import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

#if os(Linux) || os(macOS)
    /// PLC-061, PLC-064, PLC-080: a real process is killed repeatedly while rewards are delivered and purchases reported.
    @Suite(.serialized) struct PlacementKillTests {
        /// 10 rounds by default; 200 rounds with `MARQUEE_KILL_ROUNDS=200`.
        private static let rounds =
            ProcessInfo.processInfo.environment["MARQUEE_KILL_ROUNDS"].flatMap { Int($0) } ?? 10

        /// What the server was told, and what it has given out.
        private struct Seen {
            var receipts: Int64 = 0
            /// The ids under which each product was reported.
            var purchases: [String: Set<String>] = [:]
        }

        @Test(.timeLimit(.minutes(10)))
        func `no reward and no purchase is lost, and none counts twice, when the process is killed`() async throws {
            let folder = try TemporaryFolder()
            let device = folder.url.appending(path: "device").path
            let journal = folder.url.appending(path: "journal")
            _ = FileManager.default.createFile(atPath: journal.path, contents: nil)
            let seen = Locked(Seen())
            let server = try ScriptedServer { request in [.bytes(Self.answer(request.head, seen))] }
            var acknowledged: Set<String> = []
            for round in 0..<Self.rounds {
                acknowledged.formUnion(
                    try await playUntilKilled([device, "\(server.port)", journal.path, "\(round)"], in: folder.url))
            }
            let drain = Self.process(["drain", device, "\(server.port)", journal.path])
            try drain.run()
            #expect(await eventually { !drain.isRunning })
            #expect(drain.terminationStatus == 0)

            let lines = String(decoding: try Data(contentsOf: journal), as: UTF8.self).split(separator: "\n")
            let deliveries = Dictionary(grouping: lines.map(String.init)) { $0 }.mapValues(\.count)
            let rewards = acknowledged.filter { $0.hasPrefix("reward ") }.map { String($0.dropFirst(7)) }
            let purchases = acknowledged.filter { $0.hasPrefix("purchase ") }.map { String($0.dropFirst(9)) }
            #expect(rewards.count >= Self.rounds)
            #expect(purchases.count >= Self.rounds)
            #expect(Set(rewards).subtracting(deliveries.keys).isEmpty)
            // A kill between the app's line and the acknowledgement delivers one reward again, under the same receipt.
            #expect(deliveries.values.reduce(0) { $0 + $1 - 1 } <= Self.rounds)
            let reported = seen.withLock { $0.purchases }
            #expect(Set(purchases).subtracting(reported.keys).isEmpty)
            #expect(reported.values.allSatisfy { $0.count == 1 }, "a purchase may arrive twice, by one id")
        }

        private static func answer(_ head: String, _ seen: Locked<Seen>) -> Data {
            let target = head.split(separator: " ").dropFirst().first ?? ""
            guard let url = URL(string: "http://127.0.0.1\(target)"), let secret = PlacementSecret("secret") else {
                return ScriptedServer.response(status: 400)
            }
            let asked = PlacementServer.read(url)
            let body = response(asked, secret, seen).bytes
            let digest = secret.digest(of: body, nonce: asked.parameters["nonce"] ?? "")
            return ScriptedServer.response(status: 200, headers: ["X-PH-DIGEST": digest], body: body)
        }

        private static func response(
            _ asked: PlacementServer.Asked, _ secret: PlacementSecret, _ seen: Locked<Seen>
        ) -> PlacementAnswer {
            if let product = asked.parameters["product"], let id = asked.parameters["purchase_id"] {
                seen.withLock { _ = $0.purchases[product, default: []].insert(id) }
                return .success(nil)
            }
            let receipt = seen.withLock { seen in
                seen.receipts += 1
                return seen.receipts
            }
            let reward = UnitReward(name: "coins", quantity: 5, receipt: String(receipt), signature: "")
            let signature = secret.signature(of: reward, gid: asked.parameters["gid"] ?? "")
            return .success(
                .record([
                    "url": .text("https://media.example/reward.html"), "transition": .text("PH_MODAL"),
                    "frame": .text("PH_FULLSCREEN"),
                    "context": .record([
                        "rewards": .list([
                            .record([
                                "reward": .text("coins"), "quantity": .integer(5), "receipt": .integer(receipt),
                                "signature": .text(signature),
                            ])
                        ])
                    ]),
                ]))
        }

        /// Starts the device process, and kills it a short time after it has stored both a reward and a purchase.
        /// - Returns: only complete lines, because an incomplete line was never acknowledged.
        private func playUntilKilled(_ arguments: [String], in folder: URL) async throws -> [String] {
            let output = folder.appending(path: "acknowledged-\(arguments[3])")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let process = Self.process(["play"] + arguments)
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            _ = await eventually {
                let text = String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
                return text.contains("reward ") && text.contains("purchase ")
            }
            // The delay is random, so that the kill interrupts a transaction, a delivery, a request, or none of them.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...100)))
            kill(process.processIdentifier, SIGKILL)
            #expect(await eventually { !process.isRunning })
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
            return complete.split(separator: "\n").map(String.init)
        }

        private static func process(_ arguments: [String]) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("PlacementCrashProbe")
            process.arguments = arguments
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return process
        }
    }
#endif
