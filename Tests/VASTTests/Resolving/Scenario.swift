import Testing

@testable import VAST

/// A row of a table: the answer of each address, and the result for the one named `1`.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let replies: [String: Reply]
    /// Each ad as the ids of its chain; substitutes after a bar.
    let plan: String
    /// Each ping as the name of its address and the code.
    let pings: String
    /// The names of the requested documents, in order; `nil` when they are not checked.
    let loads: String?
    let options: ResolutionOptions
    let media: (any MediaPolicy)?

    init(
        _ name: String, _ replies: [String: Reply], plan: String = "", pings: String = "", loads: String? = nil,
        media: (any MediaPolicy)? = nil, options change: (inout ResolutionOptions) -> Void = { _ in }
    ) {
        self.name = name
        self.replies = replies
        self.plan = plan
        self.pings = pings
        self.loads = loads
        self.media = media
        var options = ResolutionOptions()
        change(&options)
        self.options = options
    }

    var testDescription: String { name }

    /// The result in the notation of the table.
    struct Result: Sendable {
        let resolution: Resolution
        let requests: [ScriptedLoader.Request]

        var plan: String { Self.text(resolution.plan) }
        var pings: String { Self.text(resolution.pings) }
        var loads: String { requests.map { ScriptedLoader.name(of: $0.address) }.joined(separator: " ") }

        static func text(_ plan: AdPlan) -> String {
            let ads = plan.ads.map(chain).joined(separator: " ")
            guard !plan.substitutes.isEmpty else { return ads }
            return ads + " | " + plan.substitutes.map(chain).joined(separator: " ")
        }

        static func text(_ pings: [ErrorPing]) -> String {
            pings.map { ping in
                let address = ping.address(with: MacroValues())
                return address.replacing("https://e.example/", with: "").replacing("?c=", with: "=")
            }.joined(separator: " ")
        }

        private static func chain(_ ad: PlannedAd) -> String {
            ad.origins.map { $0.adID ?? "?" }.joined(separator: ">")
        }
    }

    func run() async throws -> Result {
        let clock = VirtualClock()
        let loader = ScriptedLoader(replies, clock: clock)
        let resolver = Resolver(loader: loader, options: options, media: media, stopwatch: Stopwatch(clock))
        let resolution = try await resolver.resolve(.tag("https://a.example/1"))
        return Result(resolution: resolution, requests: await loader.requests)
    }
}
