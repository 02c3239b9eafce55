import Benchmark
import Comparison
import Foundation
import VAST

/// Reading documents beside the walk of the XML parser below, over the same bytes in the same run.
///
/// The aim is a third of the walk's speed at least.
enum ParseBenchmarks {
    static func register() {
        register("a complete ad", SampleAd.single, times: 200)
        register("a pod of ten ads", SampleAd.pod, times: 20)
        register("a document of a megabyte", SampleAd.large, times: 2)
    }

    private static func register(_ name: String, _ document: Data, times: Int) {
        let kilobytes = (document.count + 500) / 1000
        let contest = Contest(unit: "documents", against: "the XML parser's walk")
        Benchmark("Read \(name), \(kilobytes) kB", configuration: contest.configuration(rounds: 60)) { benchmark in
            let parser = DocumentParser()
            try await contest.round(
                benchmark, count: times,
                ours: {
                    try ContinuousClock().measure {
                        for _ in 0..<times { blackHole(try parser.parse(document)) }
                    }
                },
                baseline: {
                    ContinuousClock().measure {
                        for _ in 0..<times { blackHole(BareWalk.events(in: document)) }
                    }
                })
        }
    }
}
