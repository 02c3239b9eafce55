import Testing

@testable import VAST

/// The example in the resolver's documentation, on a clock that stands still.
@Suite struct ResolverExampleTests {
    @Test func `the documentation's example asks for pings and plays ads`() async throws {
        let replies = ["1": vast(wrapper("w", to: "2"), inLine("b")), "2": vast()]
        let loader = ScriptedLoader(replies)
        let tag: URLTemplate = "https://a.example/1"
        let values = MacroValues()
        var seen: [String] = []
        func request(_ address: String) { seen.append(address) }
        @Sendable func fresh(_ values: MacroValues) -> MacroValues { values }
        func play(_ ad: PlannedAd) { seen.append(ad.id ?? "") }

        let stopwatch = Stopwatch(VirtualClock())
        let resolver = Resolver(loader: loader, stopwatch: stopwatch, macros: { fresh(values) })
        let resolution = try await resolver.resolve(.tag(tag))
        for ping in resolution.pings { request(ping.address(with: fresh(values))) }
        for ad in resolution.plan.unexpired(at: stopwatch.reading).ads { play(ad) }

        #expect(seen == ["https://e.example/w?c=303", "b"])
    }
}
