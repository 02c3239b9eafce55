import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Publishing

/// What a device downloads for an update of a magazine of 300 articles, beside what other ways would cost.
enum RefreshBenchmarks {
    private static let updates: [(name: String, edited: Int, added: Int, removed: Int)] = [
        ("one sentence", 1, 0, 0), ("a day: 5 edited, 3 new, 3 gone", 5, 3, 3),
        ("a week: 30 edited, 20 new, 20 gone", 30, 20, 20),
    ]
    private static let ours = metric("Marquee, whole refresh (bytes)")
    private static let whole = metric("whole file, deflated (bytes)")
    private static let difference = metric("bsdiff of the whole file (bytes)")
    private static let ratio = metric("Marquee, % of bsdiff")

    static func register() {
        for update in updates {
            Benchmark(
                "Refresh: \(update.name)",
                configuration: .init(
                    metrics: [ours, whole, difference, ratio], warmupIterations: 0, maxDuration: .seconds(120),
                    maxIterations: 1)
            ) { benchmark in
                let folder = try TemporaryFolder()
                let server = try await RunningServer(in: folder.url)
                var magazine = try Magazine(in: folder.url, articles: 300)
                let first = try await server.publish(magazine)
                let reader = try await Reader(of: server, in: folder.url)
                _ = try await reader.refresh()
                try magazine.edit(update.edited)
                for _ in 0..<update.added { try magazine.add() }
                try magazine.remove(update.removed)
                let second = try await server.publish(magazine)
                let bytes = try await reader.refresh()
                await reader.marquee.close()

                let old = try await wholeFile(first, of: server, in: folder.url)
                let new = try await wholeFile(second, of: server, in: folder.url)
                let patch = try bsdiff(old, new, in: folder.url)
                benchmark.measurement(ours, bytes)
                benchmark.measurement(whole, try Deflate.compress(try Data(contentsOf: new)).count)
                benchmark.measurement(difference, patch)
                benchmark.measurement(ratio, Int((100 * Double(bytes) / Double(patch)).rounded()))
                await server.close()
            }
        }
    }

    /// The release as one SQLite file with its pages and pictures as they are: the form that suits bsdiff best, since
    /// `contentDB.sqlite3` holds them deflated.
    private static func wholeFile(_ version: Int, of server: RunningServer, in folder: URL) async throws -> URL {
        let publisher = server.server.publisher
        let objects = server.server.platform.objects
        var pages: [(uri: String, bytes: Data)] = []
        for manifest in try await publisher.manifests(of: version, in: server.scope) {
            let entries = manifest.items.map { ($0.uri, $0.page) } + manifest.assets.map { ($0.uri, $0.object) }
            for (uri, reference) in entries {
                guard let data = try await objects.data(reference.sha256, verifying: true) else {
                    throw BenchmarkFailure("\(uri) is missing")
                }
                pages.append((uri.description, data))
            }
        }
        let file = folder.appending(path: "whole-\(version).sqlite3")
        try PlainFile.write(pages.sorted { $0.uri < $1.uri }, to: file)
        return file
    }

    /// - Returns: the patch's size in bytes.
    private static func bsdiff(_ old: URL, _ new: URL, in folder: URL) throws -> Int {
        let patch = folder.appending(path: "patch")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bsdiff", old.path, new.path, patch.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkFailure("bsdiff failed; make bench installs it") }
        return try Data(contentsOf: patch).count
    }

    private static func metric(_ name: String) -> BenchmarkMetric {
        .custom(name, polarity: .prefersSmaller, useScalingFactor: false)
    }
}
