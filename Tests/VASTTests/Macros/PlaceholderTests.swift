import Testing

@testable import VAST

/// ADS-114: names that the standard does not have stay unchanged unless an app gives them a value.
@Suite struct PlaceholderTests {
    static let rows: [(text: String, plain: String, configured: String)] = [
        ("https://t/?r=[RANDOM]", "https://t/?r=[RANDOM]", "https://t/?r=4%202"),
        ("https://t/?r=[random]", "https://t/?r=[random]", "https://t/?r=[random]"),
        ("https://t/?r=%%CACHEBUSTER%%&s=%25", "https://t/?r=%%CACHEBUSTER%%&s=%25", "https://t/?r=7&s=%25"),
        ("https://t/?r=%%OTHER%%", "https://t/?r=%%OTHER%%", "https://t/?r=%%OTHER%%"),
        ("https://t/?p=${AUCTION_PRICE}&q=$1", "https://t/?p=${AUCTION_PRICE}&q=$1", "https://t/?p=1.5,2%2C5&q=$1"),
        ("https://t/?p=${AUCTION_PRICE", "https://t/?p=${AUCTION_PRICE", "https://t/?p=${AUCTION_PRICE"),
        ("https://t/?t=[timestamp]", "https://t/?t=[timestamp]", "https://t/?t=-2"),
        ("https://t/?e=[EMPTY]", "https://t/?e=[EMPTY]", "https://t/?e=-1"),
        ("https://t/?i=[IFA]", "https://t/?i=-1", "https://t/?i=-1"),
        ("https://t/?c=%5BCACHEBUSTING%5D", "https://t/?c=%5BCACHEBUSTING%5D", "https://t/?c=%5BCACHEBUSTING%5D"),
        (
            "https://t/?u=https%3A%2F%2Fn%2F%3Fr%3D%5BRANDOM%5D", "https://t/?u=https%3A%2F%2Fn%2F%3Fr%3D%5BRANDOM%5D",
            "https://t/?u=https%3A%2F%2Fn%2F%3Fr%3D%5BRANDOM%5D"
        ),
        ("https://t/?c=[[RANDOM]]", "https://t/?c=[[RANDOM]]", "https://t/?c=[4%202]"),
    ]

    @Test(arguments: rows)
    func `another name is replaced when the app gives it a value`(text: String, plain: String, configured: String)
        throws
    {
        let template = try #require(URLTemplate(text))
        #expect(template.expanded(with: MacroValues(), in: .tracking) == plain)
        var values = MacroValues()
        values[placeholder: "[RANDOM]"] = .text("4 2")
        values[placeholder: "%%CACHEBUSTER%%"] = .text("7")
        values[placeholder: "${AUCTION_PRICE}"] = .list(["1.5", "2,5"])
        values[placeholder: "[timestamp]"] = .withheld
        values[placeholder: "[EMPTY]"] = .list([])
        values[placeholder: "[IFA]"] = .text("the standard's own")
        #expect(template.expanded(with: values, in: .tracking) == configured)
    }

    @Test(arguments: ["[", "%", "${", "%%A", "[A"])
    func `unclosed placeholders take linear time`(piece: String) throws {
        let text = "t:" + String(repeating: piece, count: 100_000)
        var values = MacroValues()
        values[placeholder: "[B]"] = .text("x")
        #expect(try #require(URLTemplate(text)).expanded(with: values) == text)
    }

    @Test func `each blocked category is written once`() {
        var values = MacroValues()
        values.setBlockedCategories([
            Ad.Category(authority: "iab", code: "IAB1-6"), Ad.Category(authority: "x", code: "A,1"),
            Ad.Category(code: "IAB1-6"),
        ])
        #expect(values.encoded(.blockedAdCategories) == "IAB1-6,A%2C1")
        values.setBlockedCategories([])
        #expect(values.encoded(.blockedAdCategories) == "-1")
    }

    @Test func `the player's state is written as a list`() {
        var values = MacroValues()
        values.setPlayerState(isMuted: true, isFullscreen: true)
        #expect(values.encoded(.playerState) == "muted,fullscreen")
        values.setPlayerState(isMuted: false, isFullscreen: false)
        #expect(values.encoded(.playerState) == "-1")
    }

    @Test func `an ad sets its type, ids and position`() {
        let ids = [UniversalAdID(registry: "ad-id.org", value: "C 1"), UniversalAdID(registry: "r", value: "2")]
        var values = MacroValues()
        values.setAd(
            PlannedAd(
                inLine: InLine(servingID: "S-1"), sequence: 2, medium: .hybrid,
                linear: PlannedLinear(linear: Linear(), creative: Creative(universalIDs: ids))))
        let texts = [Macro.adType, .adServingID, .podSequence, .universalAdID].map(values.encoded)
        #expect(texts == ["hybrid", "S-1", "2", "ad-id.org%20C%201,r%202"])
        values.setAd(PlannedAd(inLine: InLine()))
        let empty = [Macro.adType, .adServingID, .podSequence, .universalAdID].map(values.encoded)
        #expect(empty == ["video", "-1", "-1", "-1"])
    }
}
