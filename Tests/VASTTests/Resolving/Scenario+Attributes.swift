@testable import VAST

extension Scenario {
    /// A document `1` with a wrapper `w` to this document, and further content.
    private static func under(_ attributes: String, version: String = "4.2", _ next: Reply, _ others: String...)
        -> [String: Reply]
    {
        [
            "1": vast(wrapper("w", to: "2", attributes), others.joined(), version: version), "2": next,
            "3": vast(inLine("z")),
        ]
    }

    private static let pod = [inLine("b", "sequence='2'"), inLine("a", "sequence='1'")].joined()
    private static let empty = vast()

    /// followAdditionalWrappers, allowMultipleAds, fallbackOnNoAd.
    static let attributes = [
        Scenario("wrappers below, unsaid", under("", vast(wrapper("x", to: "3"))), plan: "w>x>z"),
        Scenario(
            "wrappers below, allowed", under("followAdditionalWrappers='1'", vast(wrapper("x", to: "3"))),
            plan: "w>x>z"),
        Scenario(
            "wrappers below, forbidden, are as if not there",
            under("followAdditionalWrappers='false'", vast(wrapper("x", to: "3"), error: "e")),
            pings: "w=303 e=303", loads: "1 2"),
        Scenario(
            "wrappers below, forbidden, beside a complete ad",
            under("followAdditionalWrappers='0'", vast(wrapper("x", to: "3"), inLine("a"))), plan: "w>a",
            loads: "1 2"),
        Scenario(
            "wrappers two levels below are the next one's affair",
            [
                "1": vast(wrapper("w", to: "2")), "2": vast(wrapper("x", to: "3", "followAdditionalWrappers='false'")),
                "3": vast(inLine("a")),
            ], plan: "w>x>a"),

        Scenario("several ads, unsaid: the first alone", under("", vast(inLine("a"), inLine("b"))), plan: "w>a"),
        Scenario(
            "several ads, forbidden: the first that stands alone",
            under("allowMultipleAds='false'", vast(pod, inLine("c"), inLine("d"))), plan: "w>c"),
        Scenario(
            "several ads, forbidden: a failed first one has no stand-in",
            under("allowMultipleAds='0'", vast(inLine("a", "conditionalAd='true'"), inLine("b"))),
            pings: "w=408 a=408"),
        Scenario("several ads, forbidden: a pod is no ad", under("", vast(pod)), pings: "w=303"),
        Scenario("several ads, allowed: a pod", under("allowMultipleAds='true'", vast(pod)), plan: "w>a w>b"),
        Scenario(
            "several ads, allowed with 1: one and a substitute",
            under("allowMultipleAds='1'", vast(inLine("a"), inLine("b"))), plan: "w>a | w>b"),
        Scenario("several ads, unsaid in 3.0", under("", version: "3.0", vast(pod)), pings: "w=303"),
        Scenario(
            "several ads, unsaid in 2.0, which knows no such attribute", under("", version: "2.0", vast(pod)),
            plan: "w>a w>b"),
        Scenario(
            "several ads, forbidden in 2.0 all the same", under("allowMultipleAds='false'", version: "2.0", vast(pod)),
            pings: "w=303"),

        Scenario(
            "no ad below, fallback demanded", under("fallbackOnNoAd='true'", empty, inLine("b")), plan: "b",
            pings: "w=303"),
        Scenario("no ad below, fallback unsaid", under("", empty, inLine("b")), plan: "b", pings: "w=303"),
        Scenario(
            "no ad below, fallback forbidden", under("fallbackOnNoAd='false'", empty, inLine("b")), pings: "w=303"),
        Scenario(
            "no ad in time, fallback demanded", under("fallbackOnNoAd='1'", .fails(.timedOut), inLine("b")), plan: "b",
            pings: "w=301"),
        Scenario(
            "a waterfall of wrappers, each asked only when those before failed",
            [
                "1": vast(wrapper("u", to: "2"), wrapper("v", to: "3"), wrapper("w", to: "4"), wrapper("x", to: "5")),
                "2": empty, "3": .fails(.unreachable), "4": vast(inLine("a")), "5": vast(inLine("b")),
            ], plan: "w>a", pings: "u=303 v=301", loads: "1 2 3 4"),
        Scenario(
            "a waterfall that one of its wrappers ends",
            [
                "1": vast(wrapper("u", to: "2"), wrapper("v", to: "3", "fallbackOnNoAd='false'"), inLine("a")),
                "2": empty, "3": empty,
            ], pings: "u=303 v=303", loads: "1 2 3"),
        Scenario(
            "the fallback of an outer document",
            [
                "1": vast(wrapper("w", to: "2", "fallbackOnNoAd='true'"), inLine("b")),
                "2": vast(wrapper("x", to: "3")), "3": vast(error: "e"),
            ], plan: "b", pings: "w=303 x=303 e=303"),
        Scenario(
            "a wrapper's stand-in is offered when playback fails, unless it forbids that",
            [
                "1": vast(
                    wrapper("w", to: "2"), inLine("b"), wrapper("x", to: "3")), "2": vast(inLine("a")),
            ], plan: "w>a | b", loads: "1 2"),
        Scenario(
            "a wrapper that forbids a stand-in has none in playback either",
            ["1": vast(wrapper("w", to: "2", "fallbackOnNoAd='false'"), inLine("b")), "2": vast(inLine("a"))],
            plan: "w>a"),
    ]
}
