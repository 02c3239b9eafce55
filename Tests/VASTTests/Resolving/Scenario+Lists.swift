@testable import VAST

extension Scenario {
    private static func error(_ address: String) -> String { "<Error>\(address)</Error>" }

    private static let odd = "conditionalAd='true'"

    /// Pods, stand-alone ads, and answers without ads.
    static let lists = [
        Scenario(
            "a pod plays in its sequence",
            ["1": vast(inLine("c", "sequence='30'"), inLine("a", "sequence='1'"), inLine("b", "sequence='2'"))],
            plan: "a b c"),
        Scenario(
            "places of one number play in the document's order",
            ["1": vast(inLine("b", "sequence='2'"), inLine("a", "sequence='1'"), inLine("c", "sequence='2'"))],
            plan: "a b c"),
        Scenario("a sequence of 0 is none", ["1": vast(inLine("a"), inLine("b", "sequence='0'"))], plan: "a | b"),
        Scenario(
            "stand-alone ads beside a pod are substitutes",
            ["1": vast(inLine("x"), inLine("b", "sequence='2'"), inLine("a", "sequence='1'"), inLine("y"))],
            plan: "a b | x y"),
        Scenario(
            "a pod's failed place takes a stand-alone ad, once",
            [
                "1": vast(
                    inLine("x"), inLine("a", "sequence='1' \(odd)"), inLine("b", "sequence='2'"),
                    inLine("c", "sequence='3' \(odd)"))
            ], plan: "x b", pings: "a=408 c=408"),
        Scenario(
            "a stand-alone ad that fails too leaves the place to the next",
            ["1": vast(inLine("x", odd), inLine("y"), inLine("a", "sequence='1' \(odd)"), inLine("b", "sequence='2'"))],
            plan: "y b", pings: "a=408 x=408"),
        Scenario(
            "a wrapper in a pod that fails takes a stand-alone ad",
            [
                "1": vast(wrapper("w", to: "2", ad: "sequence='1'"), inLine("b", "sequence='2'"), inLine("x")),
                "2": vast(),
            ], plan: "x b", pings: "w=303"),
        Scenario(
            "a wrapper in a pod that wants no fallback leaves its place empty",
            [
                "1": vast(
                    wrapper("w", to: "2", "fallbackOnNoAd='false'", ad: "sequence='1'"), inLine("b", "sequence='2'"),
                    inLine("x")),
                "2": vast(),
            ], plan: "b | x", pings: "w=303"),
        Scenario(
            "a stand-alone wrapper is followed when a place needs it",
            [
                "1": vast(wrapper("w", to: "2"), inLine("a", "sequence='1' \(odd)")), "2": vast(inLine("x")),
            ], plan: "w>x", pings: "a=408", loads: "1 2"),
        Scenario(
            "a pod of wrappers",
            [
                "1": vast(wrapper("w", to: "3", ad: "sequence='2'"), wrapper("v", to: "2", ad: "sequence='1'")),
                "2": vast(inLine("a")), "3": vast(inLine("b")),
            ], plan: "v>a w>b"),
        Scenario(
            "a pod in a place of a pod",
            [
                "1": vast(
                    wrapper("w", to: "2", "allowMultipleAds='true'", ad: "sequence='1'"), inLine("c", "sequence='2'")),
                "2": vast(inLine("b", "sequence='2'"), inLine("a", "sequence='1'"), inLine("x")),
            ], plan: "w>a w>b c | w>x"),
        Scenario(
            "a pod whose every ad fails",
            ["1": vast(inLine("a", "sequence='1' \(odd)"), inLine("b", "sequence='2' \(odd)"), error: "e")],
            pings: "a=408 b=408 e=303"),
        Scenario(
            "of stand-alone ads the first is played", ["1": vast(inLine("a"), inLine("b"), inLine("c"))],
            plan: "a | b c"),
        Scenario(
            "of stand-alone ads the first that can be", ["1": vast(inLine("a", odd), inLine("b"), inLine("c", odd))],
            plan: "b", pings: "a=408"),
        Scenario(
            "a wrapper gets a report for each ad below that fails",
            [
                "1": vast(wrapper("w", to: "2", "allowMultipleAds='true'")),
                "2": vast(inLine("a", "sequence='1' \(odd)"), inLine("b", "sequence='2' \(odd)"), inLine("x")),
            ], plan: "w>x", pings: "w=408 a=408 w=408 b=408"),
        Scenario("no ad at all", ["1": vast(error: "e")], pings: "e=303"),
        Scenario("no ad and no address to report to", ["1": vast()]),
        Scenario("an empty answer", ["1": ""]),
        Scenario("an empty answer below", ["1": vast(wrapper("w", to: "2")), "2": ""], pings: "w=303"),
        Scenario(
            "no ad below, every level and the document itself get a report",
            ["1": vast(wrapper("w", to: "2"), error: "d"), "2": vast(wrapper("x", to: "3")), "3": vast(error: "e")],
            pings: "w=303 x=303 e=303 d=303"),
        Scenario(
            "several Error addresses, the same one once, a blank page never",
            [
                "1": vast(
                    wrapper(
                        "w", to: "2",
                        parts: error("https://e.example/v?c=[ERRORCODE]") + error("about:blank") + error("")
                            + error("https://e.example/w?c=[ERRORCODE]")
                    )),
                "2": vast(),
            ], pings: "w=303 v=303"),
    ]
}
