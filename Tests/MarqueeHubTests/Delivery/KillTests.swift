import Foundation
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

#if os(Linux) || os(macOS)
    /// A real process is killed at every step of a refresh.
    ///
    /// HUB-085.
    @Suite struct KillTests {
        /// Each step, and how often it is passed before the kill: state is stored for the root, the fresh state and
        /// the activation.
        static let kills: [(RefreshStep, Int)] = RefreshStep.allCases.flatMap { step in
            switch step {
            case .stateWritten, .stateFlipped: [(step, 1), (step, 2), (step, 3)]
            case .objectStaged: [(step, 1), (step, 3)]
            default: [(step, 1)]
            }
        }

        @Test(arguments: kills) func `a process killed during a refresh reopens on one whole release`(
            step: RefreshStep, occurrence: Int
        ) async throws {
            let device = try DeliveryFixture()
            let anchor = try device.service.publicKey()
            _ = try await device.filledLibrary()
            var content = SimulatedContent.sample(articles: 5)
            content.hubs[0].channels[0].articles[0].html = "<p>next</p>"
            try device.engine { engine in
                try engine.publishRoot(now: device.now)
                try engine.publish(content, now: device.now)
            }
            try #expect(runProbe(device, anchor: anchor, step: step, occurrence: occurrence) == SIGKILL)

            let library = try await device.library()
            let snapshot = try #require(library.open())
            #expect([1, 2].contains(snapshot.version))
            for channel in snapshot.children(of: ContentURI(hub: "brand")) {
                for article in snapshot.children(of: channel.uri) { #expect(try !snapshot.page(article.uri).isEmpty) }
            }
            #expect(device.contentFiles.count == 1)
            #expect(await library.refresh().error == nil)
            #expect(library.open()?.version == 2)
        }

        /// Runs the probe; the signal that ended it.
        private func runProbe(_ device: DeliveryFixture, anchor: Data, step: RefreshStep, occurrence: Int) throws
            -> Int32
        {
            let served = device.folder.appendingPathComponent("served")
            try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
            let engine = device.service.engine
            for (index, root) in engine.roots.enumerated() {
                try root.write(to: served.appendingPathComponent("root-\(index + 1)"))
            }
            for (hash, object) in engine.objects {
                try object.write(to: served.appendingPathComponent("objects-\(hash)"))
            }
            try engine.fresh.write(to: served.appendingPathComponent("fresh"))
            let key = served.appendingPathComponent("pubkey.der")
            try anchor.write(to: key)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("RefreshCrashProbe")
            process.arguments = [
                device.folder.path, served.path, key.path, "brand", step.rawValue, String(occurrence),
                String(device.now.milliseconds),
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
        }
    }
#endif
