@testable import VAST

extension Scenario {
    private static func category(_ code: String, _ authority: String = "iab") -> String {
        "<Category authority='\(authority)'>\(code)</Category>"
    }

    private static func blocks(_ codes: String, _ authority: String = "iab") -> String {
        "<BlockedAdCategories authority='\(authority)'>\(codes)</BlockedAdCategories>"
    }

    private static func media(_ attributes: String) -> String {
        "<Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile \(attributes)>https://m.example/v</MediaFile>"
            + "</MediaFiles></Linear>"
    }

    private static let overlay =
        "<NonLinearAds><NonLinear width='480' height='70'><IFrameResource>https://m.example/p</IFrameResource>"
        + "</NonLinear></NonLinearAds>"
    private static let small = AdExpectations.Sizes(widths: 1...640, heights: 1...480)

    /// The app's expectations, and the wrappers' blocked categories.
    static let expectations = [
        Scenario("audio where video is expected", ["1": vast(inLine("a", "adType='audio'"))], pings: "a=200") {
            $0.expectations.media = [.video]
        },
        Scenario("a hybrid ad suits any medium", ["1": vast(inLine("a", "adType='hybrid'"))], plan: "a") {
            $0.expectations.media = [.video]
        },
        Scenario("an ad that says nothing is video", ["1": vast(inLine("a"))], pings: "a=200") {
            $0.expectations.media = [.audio]
        },
        Scenario(
            "a wrapper may say it for the ad",
            ["1": vast(wrapper("w", to: "2", ad: "adType='audio'")), "2": vast(inLine("a"))], plan: "w>a"
        ) { $0.expectations.media = [.audio] },
        Scenario("an overlay where linear is expected", ["1": vast(inLine("a", creative: overlay))], pings: "a=201") {
            $0.expectations.linearity = .linear
        },
        Scenario("linear where an overlay is expected", ["1": vast(inLine("a"))], pings: "a=201") {
            $0.expectations.linearity = .nonLinear
        },
        Scenario("an overlay where an overlay is expected", ["1": vast(inLine("a", creative: overlay))], plan: "a") {
            $0.expectations.linearity = .nonLinear
        },
        Scenario("longer than expected", ["1": vast(inLine("a"))], pings: "a=202") {
            $0.expectations.durations = .zero ... .milliseconds(9_999)
        },
        Scenario("shorter than expected", ["1": vast(inLine("a"))], pings: "a=202") {
            $0.expectations.durations = .milliseconds(10_001) ... .seconds(60)
        },
        Scenario("as long as expected", ["1": vast(inLine("a"))], plan: "a") {
            $0.expectations.durations = .seconds(10) ... .seconds(10)
        },
        Scenario("of unknown length", ["1": vast(inLine("a", creative: "<Linear/>"))], plan: "a") {
            $0.expectations.durations = .seconds(1) ... .seconds(2)
        },
        Scenario(
            "larger than expected", ["1": vast(inLine("a", creative: media("width='641' height='480'")))],
            pings: "a=203"
        ) { $0.expectations.sizes = small },
        Scenario(
            "as large as expected", ["1": vast(inLine("a", creative: media("width='640' height='480'")))], plan: "a"
        ) { $0.expectations.sizes = small },
        Scenario("of unknown size", ["1": vast(inLine("a", creative: media("")))], plan: "a") {
            $0.expectations.sizes = small
        },
        Scenario("an overlay of the wrong size", ["1": vast(inLine("a", creative: overlay))], pings: "a=203") {
            $0.expectations.sizes = .init(widths: 1...300, heights: 1...250)
        },
        Scenario(
            "no category where one is required", ["1": vast(inLine("a", parts: category("1", "other")))], pings: "a=204"
        ) { $0.expectations.requiredAuthorities = ["IAB"] },
        Scenario("the category that is required", ["1": vast(inLine("a", parts: category("1")))], plan: "a") {
            $0.expectations.requiredAuthorities = ["IAB"]
        },
        Scenario("a category the app blocks", ["1": vast(inLine("a", parts: category("7")))], pings: "a=205") {
            $0.expectations.blockedCategories = [Ad.Category(authority: "IAB", code: "7")]
        },
        Scenario(
            "a category a wrapper blocks, levels above",
            [
                "1": vast(wrapper("w", to: "2", parts: blocks("6, 7"))), "2": vast(wrapper("x", to: "3")),
                "3": vast(inLine("a", parts: category("7"))),
            ], pings: "w=205 x=205 a=205"),
        Scenario(
            "a category a wrapper beside blocks",
            [
                "1": vast(
                    wrapper("w", to: "2", ad: "sequence='1'", parts: blocks("7")),
                    inLine("b", "sequence='2'", parts: category("7"))),
                "2": vast(inLine("a", parts: category("8"))),
            ], plan: "w>a b"),
        Scenario(
            "a code of another authority is another category",
            [
                "1": vast(wrapper("w", to: "2", parts: blocks("7"))),
                "2": vast(inLine("a", parts: category("7", "other"))),
            ],
            plan: "w>a"),
        Scenario(
            "blocked categories are sent to the next server",
            [
                "1": vast(wrapper("w", to: "https://a.example/2?b=[BLOCKEDADCATEGORIES]", parts: blocks("6,7 x,6"))),
                "https://a.example/2?b=9,6,7%20x": vast(inLine("a")),
            ], plan: "w>a"
        ) { $0.expectations.blockedCategories = [Ad.Category(authority: "iab", code: "9")] },
        Scenario(
            "a text too long for a category is not sent on",
            [
                "1": vast(
                    wrapper(
                        "w", to: "https://a.example/2?b=[BLOCKEDADCATEGORIES]",
                        parts: blocks(String(repeating: "x", count: 65) + ",é" + String(repeating: "y", count: 62)))),
                "https://a.example/2?b=%C3%A9\(String(repeating: "y", count: 62))": vast(inLine("a")),
            ], plan: "w>a"),
        Scenario("a conditional ad is refused", ["1": vast(inLine("a", "conditionalAd='true'"))], pings: "a=408"),
        Scenario(
            "a conditional ad is taken where that is said", ["1": vast(inLine("a", "conditionalAd='true'"))], plan: "a"
        ) { $0.expectations.acceptsConditionalAds = true },
        Scenario(
            "a conditional wrapper is not followed",
            ["1": vast(wrapper("w", to: "2", ad: "conditionalAd='1'")), "2": vast(inLine("a"))], pings: "w=408",
            loads: "1"),
        Scenario(
            "an ad that may not be shown at all", ["1": vast(inLine("a", parts: "<Expires>0</Expires>"))],
            pings: "a=304"),
        Scenario(
            "an ad that may not be shown leaves its place to a wrapper",
            ["1": vast(inLine("a", parts: "<Expires>0</Expires>"), wrapper("w", to: "2")), "2": vast(inLine("b"))],
            plan: "w>b", pings: "a=304"),
        Scenario("an ad with nothing to show", ["1": vast(inLine("a", creative: ""))], pings: "a=101"),
        Scenario(
            "no file that can be played", ["1": vast(inLine("a", creative: media("type='video/webm'")))],
            pings: "a=403", media: PlayableMedia()),
        Scenario(
            "a program instead of a file",
            ["1": vast(inLine("a", creative: media("type='video/mp4' apiFramework='VPAID'")))], pings: "a=901",
            media: PlayableMedia()),
        Scenario(
            "a file that can be played", ["1": vast(inLine("a", creative: media("type='video/mp4'")))], plan: "a",
            media: PlayableMedia()),
        Scenario(
            "files are playback's affair unless a policy is given",
            ["1": vast(inLine("a", creative: media("type='video/webm'")))], plan: "a"),
    ]
}
