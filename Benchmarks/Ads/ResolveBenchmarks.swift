import Benchmark
import Comparison
import VAST

/// A chain of five wrappers down to an ad, beside the time its documents take to arrive.
///
/// Each arrives after ten milliseconds, sooner than any network brings it, so that the share which is not waiting
/// shows.
enum ResolveBenchmarks {
    private struct LateLoader: DocumentLoader {
        let delay: Duration
        let documents: [String: [UInt8]]

        func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
            do { try await Task.sleep(for: delay, tolerance: .zero) } catch { throw .timedOut }
            guard let bytes = documents[address] else { throw .unreachable }
            return LoadedDocument(bytes: bytes, address: address)
        }
    }

    static func register() {
        let contest = Contest(unit: "chains", against: "waiting for the documents")
        let addresses = (0...5).map { "https://ads.example/\($0)" }
        let loader = LateLoader(delay: .milliseconds(10), documents: documents(addresses))
        let name = "Resolve: five wrappers, 10 ms a document"
        Benchmark(name, configuration: contest.configuration(rounds: 60)) { benchmark in
            guard let tag = URLTemplate(addresses[0]) else { throw BenchmarkFailure("the tag is empty") }
            let resolver = Resolver(loader: loader)
            try await contest.round(
                benchmark, count: 1,
                ours: {
                    try await ContinuousClock().measure {
                        let resolution = try await resolver.resolve(.tag(tag))
                        guard resolution.plan.ads.first?.impressions.count == 6 else {
                            throw BenchmarkFailure("the chain did not lead to its ad")
                        }
                    }
                },
                baseline: {
                    try await ContinuousClock().measure {
                        for address in addresses {
                            blackHole(try await loader.load(address, within: .seconds(1), limit: .max))
                        }
                    }
                })
        }
    }

    /// Wrappers that lead from each address to the next, with a tracker for each quarter, and the ad at the last.
    private static func documents(_ addresses: [String]) -> [String: [UInt8]] {
        var documents = [addresses.last ?? "": Array(SampleAd.single)]
        for (address, next) in zip(addresses, addresses.dropFirst()) {
            let trackers = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"].map {
                "<Tracking event=\"\($0)\"><![CDATA[\(address)/\($0)?c=[CACHEBUSTING]]]></Tracking>"
            }
            documents[address] = Array(
                """
                <VAST version="4.2"><Ad id="w"><Wrapper allowMultipleAds="true"><AdSystem>Exchange</AdSystem>
                <VASTAdTagURI><![CDATA[\(next)]]></VASTAdTagURI>
                <Error><![CDATA[\(address)/error?code=[ERRORCODE]]]></Error><Impression><![CDATA[\(address)/seen]]></Impression>
                <Creatives><Creative><Linear><TrackingEvents>\(trackers.joined(separator: "\n"))</TrackingEvents></Linear></Creative></Creatives>
                </Wrapper></Ad></VAST>
                """.utf8)
        }
        return documents
    }
}
