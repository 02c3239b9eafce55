@testable import VAST

extension Scenario {
    /// A chain of `count` wrappers from `1` on, with an ad at its end.
    static func chain(_ count: Int) -> [String: Reply] {
        var replies = [String(count + 1): vast(inLine("a"))]
        for level in 1...count { replies["\(level)"] = vast(wrapper("w\(level)", to: "\(level + 1)")) }
        return replies
    }

    /// Depth, loops and addresses.
    static let wrappers = [
        Scenario("an ad at once", ["1": vast(inLine("a"))], plan: "a", loads: "1"),
        Scenario("one wrapper", chain(1), plan: "w1>a", loads: "1 2"),
        Scenario("five wrappers are followed", chain(5), plan: "w1>w2>w3>w4>w5>a", loads: "1 2 3 4 5 6"),
        Scenario(
            "the sixth wrapper is refused, and all six get a report", chain(6),
            pings: "w1=302 w2=302 w3=302 w4=302 w5=302 w6=302", loads: "1 2 3 4 5 6"),
        Scenario("another limit", chain(3), pings: "w1=302 w2=302 w3=302", loads: "1 2 3") { $0.limits.wrappers = 2 },
        Scenario("no wrapper at all", chain(1), pings: "w1=302", loads: "1") { $0.limits.wrappers = 0 },
        Scenario("a wrapper that leads nowhere", ["1": vast(wrapper("w", to: ""))], pings: "w=101", loads: "1"),
        Scenario(
            "a wrapper whose next leads nowhere", ["1": vast(wrapper("w", to: "2")), "2": vast(wrapper("x", to: ""))],
            pings: "w=101 x=101", loads: "1 2"),
        Scenario(
            "a place of a pod that leads nowhere is filled",
            [
                "1": vast(
                    inLine("p", "sequence='1'"), wrapper("w", to: "", ad: "sequence='2'"), inLine("s"))
            ], plan: "p s", pings: "w=101", loads: "1"),
        Scenario(
            "a stand-alone wrapper that leads nowhere is replaced",
            ["1": vast(wrapper("w", to: ""), inLine("s"))], plan: "s", pings: "w=101", loads: "1"),
        Scenario(
            "a wrapper of itself", ["1": vast(wrapper("w", to: "1"))], pings: "w=302", loads: "1"),
        Scenario(
            "a circle of two", ["1": vast(wrapper("w", to: "2")), "2": vast(wrapper("x", to: "1"))],
            pings: "w=302 x=302", loads: "1 2"),
        Scenario(
            "a circle that a fragment hides", ["1": vast(wrapper("w", to: "https://a.example/1#again"))],
            pings: "w=302", loads: "1"),
        Scenario(
            "a circle through a redirect",
            [
                "1": vast(wrapper("w", to: "2")),
                "2": .redirects(to: "https://b.example/", vast(wrapper("x", to: "https://b.example/"))),
            ], pings: "w=302 x=302", loads: "1 2"),
        Scenario(
            "a circle to an address that was redirected",
            [
                "1": vast(wrapper("w", to: "2")),
                "2": .redirects(to: "https://b.example/", vast(wrapper("x", to: "https://a.example/2"))),
            ], pings: "w=302 x=302", loads: "1 2"),
        Scenario(
            "a circle that a changing query hides ends at the limit",
            [
                "1": vast(wrapper("a", to: "https://a.example/2?1")),
                "2": vast(wrapper("b", to: "https://a.example/3?2")),
                "3": vast(wrapper("c", to: "https://a.example/2?3")),
            ], pings: "a=302 b=302 c=302 b=302", loads: "1 2 3 2"
        ) { $0.limits.wrappers = 3 },
        Scenario(
            "the same document twice side by side is no circle",
            [
                "1": vast(wrapper("v", to: "2", ad: "sequence='1'"), wrapper("w", to: "2", ad: "sequence='2'")),
                "2": vast(inLine("a")),
            ], plan: "v>a w>a"),
        Scenario(
            "an address relative to the document", ["1": vast(wrapper("w", to: "./2")), "2": vast(inLine("a"))],
            plan: "w>a", loads: "1 2"),
        Scenario(
            "an address relative to where a redirect led",
            [
                "1": .redirects(to: "https://b.example/x/y", vast(wrapper("w", to: "../2"))),
                "https://b.example/2": vast(inLine("a")),
            ], plan: "w>a", loads: "1 https://b.example/2"),
        Scenario(
            "an address without a scheme",
            ["1": vast(wrapper("w", to: "//b.example/2")), "https://b.example/2": vast(inLine("a"))],
            plan: "w>a"),
        Scenario(
            "no other scheme is fetched", ["1": vast(wrapper("w", to: "file:///etc/passwd"))],
            pings: "w=300", loads: "1"),
        Scenario(
            "no redirect to another scheme",
            ["1": vast(wrapper("w", to: "2")), "2": .redirects(to: "data:text/xml,", vast(inLine("a")))],
            pings: "w=300", loads: "1 2"),
        Scenario(
            "the document of a wrapper without an address gets a report too",
            ["1": vast(wrapper("w", to: ""), error: "e")], pings: "w=101 e=303",
            loads: "1"),
        Scenario(
            "macros of others in an address are escaped",
            [
                "1": vast(wrapper("w", to: "https://a.example/2?p=${PRICE}&q=[FOO]&r=a b")),
                "https://a.example/2?p=$%7BPRICE%7D&q=%5BFOO%5D&r=a%20b": vast(inLine("a")),
            ], plan: "w>a"),
        Scenario(
            "more documents than allowed are refused, the first places served first",
            [
                "1": vast(
                    wrapper("u", to: "2", ad: "sequence='1'"), wrapper("v", to: "3", ad: "sequence='2'"),
                    wrapper("w", to: "4", ad: "sequence='3'")),
                "2": vast(inLine("a")), "3": vast(inLine("b")), "4": vast(inLine("c")),
            ], plan: "u>a v>b", pings: "w=302"
        ) { $0.limits.documents = 3 },
        Scenario(
            "more parts than allowed are refused",
            [
                "1": vast(
                    wrapper(
                        "w", to: "2", parts: String(repeating: "<Impression>https://i.example/</Impression>", count: 9))
                ),
                "2": vast(inLine("a")),
            ], pings: "w=300", loads: "1"
        ) { $0.limits.parts = 10 },
        Scenario(
            "a longer address than allowed is refused",
            ["1": vast(wrapper("w", to: "https://a.example/2?" + String(repeating: "x", count: 16 << 10)))],
            pings: "w=300", loads: "1"),
        Scenario(
            "ads behind the limit are as if not there",
            ["1": vast(inLine("a", "sequence='2'"), inLine("b", "sequence='1'"), inLine("c", "sequence='3'"))],
            plan: "b a"
        ) { $0.limits.ads = 2 },
        Scenario(
            "no more pings than allowed",
            ["1": vast(wrapper("w", to: "2")), "2": vast(wrapper("x", to: "3"))],
            pings: "w=301"
        ) { $0.limits.pings = 1 },
    ]
}
