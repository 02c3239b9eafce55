@testable import VAST

extension Scenario {
    private static func under(_ reply: Reply?) -> [String: Reply] {
        var replies = ["1": vast(wrapper("w", to: "2")), "2": vast(wrapper("x", to: "3"))]
        replies["3"] = reply
        return replies
    }

    /// Documents that cannot be fetched or parsed: at the end of two wrappers, and at once.
    static let failures = [
        Scenario("not reached", under(nil), pings: "w=301 x=301", loads: "1 2 3"),
        Scenario("not in time", under(.fails(.timedOut)), pings: "w=301 x=301"),
        Scenario("too large", under(.fails(.tooLarge)), pings: "w=100 x=100"),
        Scenario("redirected to another scheme by the loader", under(.fails(.refusedScheme)), pings: "w=300 x=300"),
        Scenario("not well-formed", under("<VAST version='4.2'><Ad>"), pings: "w=100 x=100"),
        Scenario("no XML", under("not found"), pings: "w=100 x=100"),
        Scenario("not VAST", under("<html></html>"), pings: "w=101 x=101"),
        Scenario("VAST 1", under("<VideoAdServingTemplate/>"), pings: "w=102 x=102"),
        Scenario("a future version", under(vast(inLine("a"), version: "5.0")), pings: "w=102 x=102"),
        Scenario("the first is not reached", [:], loads: "1"),
        Scenario("the first is not well-formed", ["1": "<VAST"]),
        Scenario("the first is VAST 1", ["1": "<VideoAdServingTemplate/>"]),
    ]

    /// Slow documents. The first may take 5 s, each other 4 s, all together 15 s.
    static let times = [
        Scenario(
            "each document takes the time it may",
            [
                "1": .takes(.seconds(5), vast(wrapper("w", to: "2"))),
                "2": .takes(.seconds(4), vast(wrapper("x", to: "3"))),
                "3": .takes(.seconds(4), vast(inLine("a"))),
            ], plan: "w>x>a"),
        Scenario("the first takes longer", ["1": .takes(.milliseconds(5_001), vast(inLine("a")))]),
        Scenario(
            "a wrapper's takes longer",
            ["1": vast(wrapper("w", to: "2")), "2": .takes(.milliseconds(4_001), vast(inLine("a")))], pings: "w=301"),
        Scenario(
            "all together take longer: the last one has 2 s left",
            [
                "1": .takes(.seconds(5), vast(wrapper("w", to: "2"))),
                "2": .takes(.seconds(4), vast(wrapper("x", to: "3"))),
                "3": .takes(.seconds(4), vast(wrapper("y", to: "4"))), "4": .takes(.seconds(3), vast(inLine("a"))),
            ], pings: "w=301 x=301 y=301", loads: "1 2 3 4"),
        Scenario(
            "nothing is fetched once the time is over",
            [
                "1": .takes(.seconds(3), vast(wrapper("w", to: "2"), wrapper("x", to: "3"))),
                "2": .takes(.seconds(9), vast()), "3": vast(inLine("a")),
            ], pings: "w=301 x=301", loads: "1 2"
        ) { $0.timeouts = .init(first: .seconds(9), wrapper: .seconds(9), total: .seconds(7)) },
        Scenario("no time at all", ["1": vast(inLine("a"))], loads: "") { $0.timeouts.total = .zero },
        Scenario("an invalid time", ["1": vast(inLine("a"))], plan: "a") {
            $0.timeouts.first = .seconds(Int64.max); $0.timeouts.total = .seconds(Int64.max)
        },
        Scenario(
            "an ad that expired while another was waited for is replaced",
            [
                "1": vast(
                    inLine("a", "sequence='1'", parts: "<Expires>3</Expires>"),
                    wrapper("w", to: "2", ad: "sequence='2'"),
                    inLine("x"), inLine("y", parts: "<Expires>3</Expires>")),
                "2": .takes(.seconds(3), vast(inLine("b"))),
            ], plan: "x w>b", pings: "a=304"),
    ]
}
