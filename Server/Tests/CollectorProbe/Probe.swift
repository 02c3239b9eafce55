import Collector
import Foundation
import Logging
import MarqueeWire

/// A collector to be killed: `CollectorProbe accept FOLDER` takes batches and prints each event's id once it is
/// acknowledged, `fold FOLDER` folds until nothing is left, `measure FOLDER BATCHES` prints how fast both go, and `soak FOLDER DEVICES` simulates a week.
@main
enum Probe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            return print("usage: CollectorProbe accept | fold | measure FOLDER [BATCHES] | soak FOLDER [DEVICES]")
        }
        let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
        if arguments[1] == "soak" {
            return try await Soak(in: folder, devices: Int(arguments.last ?? "") ?? 10_000).run()
        }
        let collector = try Collector.open(at: folder, logger: Logger(label: "probe"))
        switch arguments[1] {
        case "accept": try await accept(collector)
        case "fold": while try await collector.folding.foldOnce() {}
        default:
            try await Measurement(collector: collector, folder: folder).run(batches: Int(arguments.last ?? "") ?? 2000)
        }
    }

    private static func accept(_ collector: Collector) async throws {
        let scope = try Scope(app: "probe")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while true {
                        let batch = ProbeBatch(events: 5, time: Timestamp(Date()))
                        let receipt = try await collector.intake.accept(batch.body, scope: scope)
                        let lines = zip(batch.ids, receipt.verdicts).filter { $1 == .accepted }.map { "\($0.0)\n" }
                        try FileHandle.standardOutput.write(contentsOf: Data(lines.joined().utf8))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
