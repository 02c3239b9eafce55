import Foundation
import MarqueeCore
import MarqueeTesting
import Testing

@testable import MarqueeEngage

#if os(Linux) || os(macOS)
    /// ENG-094, ENG-109: a real process is killed after the host has carried out each single request of a check, before it
    /// gets the answer. The next process finishes the work.
    @Suite(.serialized) struct IdentityKillTests {
        /// The recipient with the id, before the check; `nil` if there is none.
        @Test(.timeLimit(.minutes(10)), arguments: [nil, [:], ["Mobile User Id": "M0"]] as [[String: String]?])
        func `a check that is killed at any request is finished by the next one`(_ found: [String: String]?)
            async throws
        {
            let requests = found == nil ? 3 : found?.isEmpty == true ? 5 : 4
            for killed in 0..<requests {
                let host = RecipientHost { host in
                    if let found { host.recipients["R0"] = found.merging(["Facebook Id": "100"]) { $1 } }
                }
                let folder = try TemporaryFolder()
                // `nil` until the first process runs, and 0 when it has ended.
                let victim = Locked<Int32?>(nil)
                let server = try ScriptedServer { request in
                    let response = host.answer(head: request.head, body: request.body)
                    guard request.head.contains("/XMLAPI"), host.now.sent == killed + 1 else {
                        return [.bytes(response)]
                    }
                    while victim.withLock({ $0 }) == nil { Thread.sleep(forTimeInterval: 0.001) }
                    guard let id = victim.withLock({ $0 }), id != 0 else { return [.bytes(response)] }
                    kill(id, SIGKILL)
                    return []
                }
                defer { server.stop() }
                let first = try Self.probe(folder.url, server)
                try first.process.run()
                victim.withLock { $0 = first.process.processIdentifier }
                #expect(await eventually { !first.process.isRunning })
                #expect(first.process.terminationReason == .uncaughtSignal, "request \(killed)")
                victim.withLock { $0 = 0 }

                let second = try Self.probe(folder.url, server)
                try second.process.run()
                #expect(await eventually { !second.process.isRunning })
                #expect(second.process.terminationStatus == 0)
                let output = try second.output.fileHandleForReading.readToEnd() ?? Data()
                expect(host.now, found, String(decoding: output, as: UTF8.self), "request \(killed)")
            }
        }

        private func expect(
            _ host: RecipientHost.State, _ found: [String: String]?, _ output: String, _ moment: Comment
        ) {
            let words = output.split(whereSeparator: \.isWhitespace).map(String.init)
            let fields = words.count == 3 ? words : ["", "", ""]
            let old = host.recipients["100001"] ?? [:]
            #expect(host.recipients.count == (found == nil ? 1 : 2), moment)
            guard let found else {
                #expect(fields[0] == "100001" && fields[1] == "-", moment)
                #expect(old == ["Facebook Id": "100", "Mobile User Id": fields[2]], moment)
                return
            }
            #expect(fields[0] == "R0" && fields[1] == "100001", moment)
            #expect(host.recipients["R0"]?["Mobile User Id"] == fields[2], moment)
            #expect(old["Merged Recipient Id"] == "R0", moment)
            #expect((old["Mobile User Id"] == "") == found.isEmpty, moment)
            #expect(host.table.count == 1, moment)
            #expect(host.table.values.first?["Create Date"] == old["Merged Date"], moment)
        }

        private static func probe(_ folder: URL, _ server: ScriptedServer) throws -> (process: Process, output: Pipe) {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appending(path: "RecipientCrashProbe")
            process.arguments = [
                folder.path, server.url("/").absoluteString, RecipientHost.listID, RecipientHost.tableID, "Facebook Id",
                "100",
            ]
            process.standardOutput = output
            return (process, output)
        }
    }
#endif
