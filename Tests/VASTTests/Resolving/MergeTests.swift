import Testing

@testable import VAST

/// ADS-098 and ADS-101: the parts that a planned ad has from each document of its chain, each with its level.
@Suite struct MergeTests {
    static let outer = """
        <VAST version="4.2"><Ad id="w"><Wrapper><AdSystem>W</AdSystem>
        <VASTAdTagURI>https://a.example/2</VASTAdTagURI>
        <Error>t:e0</Error><Impression>t:i0</Impression><Impression/><Impression>about:blank</Impression>
        <ViewableImpression><Viewable>t:v0</Viewable></ViewableImpression>
        <AdVerifications><Verification vendor="v0"/></AdVerifications>
        <Extensions><Extension type="x0"/></Extensions>
        <Creatives>
        <Creative><Linear><TrackingEvents><Tracking event="start">t:s0</Tracking></TrackingEvents>
        <VideoClicks><ClickThrough>t:page0</ClickThrough><ClickTracking>t:c0</ClickTracking>
        <CustomClick>t:k0</CustomClick></VideoClicks>
        <Icons><Icon program="AdChoices"/><Icon program="Other"/><Icon/></Icons></Linear></Creative>
        <Creative><Linear><TrackingEvents><Tracking event="start">t:s0b</Tracking></TrackingEvents></Linear></Creative>
        <Creative><NonLinearAds><TrackingEvents><Tracking event="close">t:n0</Tracking></TrackingEvents>
        <NonLinear><NonLinearClickTracking>t:nc0</NonLinearClickTracking></NonLinear></NonLinearAds></Creative>
        <Creative><CompanionAds required="any"><Companion id="k0"/></CompanionAds></Creative>
        </Creatives></Wrapper></Ad></VAST>
        """

    static let middle = """
        <VAST version="3.0"><Ad id="x" adType="hybrid"><Wrapper><AdSystem>X</AdSystem>
        <VASTAdTagURI>https://a.example/3</VASTAdTagURI>
        <Error>t:e1</Error><Impression>t:i1</Impression>
        <Extensions><Extension type="AdVerifications"><AdVerifications><Verification vendor="v1"/></AdVerifications>
        </Extension><Extension type="x1"/></Extensions>
        <Creatives><Creative><Linear><VideoClicks><ClickThrough>t:page1</ClickThrough></VideoClicks>
        <Icons><Icon program="adchoices"/></Icons></Linear></Creative></Creatives></Wrapper></Ad></VAST>
        """

    static func inner(clickThrough: String = "") -> String {
        """
        <VAST version="4.2"><Ad id="a"><InLine><AdSystem>A</AdSystem><AdTitle>A</AdTitle>
        <Error>t:e2</Error><Impression>t:i2</Impression>
        <ViewableImpression><Viewable>t:v2</Viewable></ViewableImpression>
        <AdVerifications><Verification vendor="v2"/></AdVerifications>
        <Creatives>
        <Creative id="c"><Linear><Duration>00:00:10</Duration>
        <TrackingEvents><Tracking event="start">t:s2</Tracking></TrackingEvents>
        <VideoClicks>\(clickThrough)<ClickTracking>t:c2</ClickTracking></VideoClicks></Linear></Creative>
        <Creative><NonLinearAds><TrackingEvents><Tracking event="close">t:n2</Tracking></TrackingEvents>
        <NonLinear id="o"><NonLinearClickTracking>t:nc2</NonLinearClickTracking></NonLinear></NonLinearAds></Creative>
        <Creative><CompanionAds><Companion id="k2"/></CompanionAds></Creative>
        </Creatives></InLine></Ad></VAST>
        """
    }

    static func ad(clickThrough: String = "") async throws -> PlannedAd {
        let replies = [
            "1": Reply(body: outer), "2": Reply(body: middle), "3": Reply(body: inner(clickThrough: clickThrough)),
        ]
        return try #require(
            try await Resolver.resolve(replies, addresses: AddressPolicy(schemes: ["https", "t"])).plan.ads.first)
    }

    /// Each part as `LEVEL:TEXT`.
    static func texts<Value>(_ parts: [Sourced<Value>]?, _ text: (Value) -> String?) -> [String] {
        (parts ?? []).map { "\($0.origin.level):\(text($0.value) ?? "-")" }
    }

    @Test func `every level adds its part, the outermost first`() async throws {
        let ad = try await Self.ad()
        #expect(Self.texts(ad.impressions, \.text) == ["0:t:i0", "1:t:i1", "2:t:i2"])
        #expect(Self.texts(ad.errors, \.text) == ["0:t:e0", "1:t:e1", "2:t:e2"])
        #expect(Self.texts(ad.viewableImpressions) { $0.viewable.first?.text } == ["0:t:v0", "2:t:v2"])
        #expect(Self.texts(ad.verifications, \.vendor) == ["0:v0", "1:v1", "2:v2"])
        #expect(Self.texts(ad.extensions, \.type) == ["0:x0", "1:x1"])
        #expect(Self.texts(ad.companions) { $0.items.first?.id } == ["0:k0", "2:k2"])
        #expect(ad.medium == .hybrid)
    }

    @Test func `linear trackers of every level count, whichever creative of a wrapper holds them`() async throws {
        let linear = try await Self.ad().linear
        #expect(linear?.creative.id == "c")
        #expect(linear?.linear.duration == .seconds(10))
        #expect(Self.texts(linear?.trackingEvents, \.url.text) == ["0:t:s0", "0:t:s0b", "2:t:s2"])
        #expect(Self.texts(linear?.clickTracking, \.url.text) == ["0:t:c0", "2:t:c2"])
        #expect(Self.texts(linear?.customClicks, \.url.text) == ["0:t:k0"])
    }

    /// The sequences of an ad's creatives, and the index of the one that is played. A minus has no linear part.
    static let creatives: [(sequences: [String], played: Int)] = [
        (["", ""], 0), (["2", "1"], 1), (["", "5"], 1), (["3", "3"], 0), (["9", "2", "2", ""], 1), (["-1", "4"], 1),
        (["0", "1"], 0),
    ]

    @Test(arguments: creatives)
    func `the linear creative with the lowest sequence is played`(
        sequences: [String], played: Int
    ) async throws {
        let creatives = sequences.enumerated().map { place, sequence in
            let linear = "<Linear><Duration>00:00:0\(place)</Duration></Linear>"
            let number = sequence.replacing("-", with: "")
            let part = sequence.hasPrefix("-") ? "<CompanionAds/>" : linear
            return "<Creative id='\(place)'" + (number.isEmpty ? "" : " sequence='\(number)'") + ">\(part)</Creative>"
        }
        let body = creatives.joined().dropFirst("<Creative".count).dropLast("</Creative>".count)
        let replies = ["1": vast(inLine("a", creative: "</Creative><Creative" + body))]
        let linear = try await Resolver.resolve(replies).plan.ads.first?.linear
        #expect(linear?.creative.id == "\(played)" && linear?.linear.duration == .seconds(played))
        let expectant = Scenario("", replies) { $0.expectations.durations = .seconds(played)...(.seconds(played)) }
        #expect(try await expectant.run().plan == "a")
    }

    @Test func `overlay trackers of every level count, and each overlay keeps its own clicks`() async throws {
        let nonLinear = try await Self.ad().nonLinear
        #expect(nonLinear?.items.map(\.id) == ["o"])
        #expect(Self.texts(nonLinear?.trackingEvents, \.url.text) == ["0:t:n0", "2:t:n2"])
        #expect(Self.texts(nonLinear?.clickTracking, \.url.text) == ["0:t:nc0"])
    }

    @Test(arguments: [("<ClickThrough>t:page2</ClickThrough>", "2:t:page2"), ("", "1:t:page1")])
    func `a click opens the page nearest to the complete ad`(clickThrough: String, opened: String) async throws {
        let through = try await Self.ad(clickThrough: clickThrough).linear?.clickThrough
        #expect(Self.texts(through.map { [$0] }, \.url.text) == [opened])
    }

    @Test func `icons of every level are kept, because the preferred one may fail`() async throws {
        let icons = try await Self.ad().linear?.icons
        #expect(Self.texts(icons, \.program) == ["0:AdChoices", "0:Other", "0:-", "1:adchoices"])
    }

    @Test func `each origin names its document`() async throws {
        let origins = try await Self.ad().origins
        #expect(
            origins == [
                Origin(level: 0, address: "https://a.example/1", adID: "w", system: "W"),
                Origin(level: 1, address: "https://a.example/2", adID: "x", system: "X"),
                Origin(level: 2, address: "https://a.example/3", adID: "a", system: "A"),
            ])
    }

    @Test func `a wrapper's trackers for a missing part are left out`() async throws {
        let replies = ["1": Reply(body: Self.outer), "2": vast(inLine("a", creative: "<CompanionAds/>"))]
        let ad = try await Resolver.resolve(replies).plan.ads.first
        #expect(ad?.linear == nil)
        #expect(ad?.nonLinear == nil)
        #expect(ad?.companions.count == 2)
    }

    @Test func `a wrapper's trackers count for each ad of the pod below`() async throws {
        let replies = [
            "1": vast(wrapper("w", to: "2", "allowMultipleAds='true'")),
            "2": vast(inLine("a", "sequence='1'"), inLine("b", "sequence='2'")),
        ]
        let ads = try await Resolver.resolve(replies).plan.ads
        #expect(
            ads.map { Self.texts($0.impressions, \.text) } == [
                ["0:https://i.example/w", "1:https://i.example/a"], ["0:https://i.example/w", "1:https://i.example/b"],
            ])
        #expect(ads.map(\.sequence) == [1, 2])
    }

    /// The sequences of two wrappers and of the ad below, and the ad's position in the pod.
    static let sequences: [(outer: Int?, inner: Int?, ad: Int?, expected: Int?)] = [
        (nil, nil, nil, nil), (2, nil, nil, 2), (nil, 3, nil, 3), (2, 3, nil, 3), (2, 3, 1, 1), (2, 0, nil, 2),
        (2, nil, 0, 2), (nil, nil, 0, nil),
    ]

    @Test(arguments: sequences)
    func `an ad behind a wrapper has the wrapper's place in the pod`(
        outer: Int?, inner: Int?, ad: Int?, expected: Int?
    ) async throws {
        func attribute(_ sequence: Int?) -> String { sequence.map { "sequence='\($0)'" } ?? "" }
        let all = "allowMultipleAds='true'"
        let replies = [
            "1": vast(wrapper("w", to: "2", all, ad: attribute(outer))),
            "2": vast(wrapper("x", to: "3", all, ad: attribute(inner))), "3": vast(inLine("a", attribute(ad))),
        ]
        let planned = try #require(try await Resolver.resolve(replies).plan.ads.first)
        #expect(planned.sequence == expected)
        var values = MacroValues()
        values.setAd(planned)
        #expect(values.encoded(.podSequence) == expected.map { "\($0)" } ?? "-1")
    }
}
