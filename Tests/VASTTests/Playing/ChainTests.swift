import Testing

@testable import VAST

/// ADS-098, 100 and 101: the trackers of every level of a chain are requested once, the outermost first.
@Suite struct ChainTests {
    /// Two wrappers, `w` outside and `x` inside, around the ad `y`. Each level has its own trackers.
    static func chain() -> PlannedAd {
        let levels = ["w", "x", "y"]
        func each(_ name: String) -> [Sourced<URLTemplate>] {
            levels.enumerated().map { AdFixture.sourced(URLTemplate(stringLiteral: "t:\($1)-\(name)"), $0) }
        }
        func clicks(_ name: String) -> [Sourced<Click>] {
            each(name).map { Sourced(Click(url: $0.value), from: $0.origin) }
        }
        let names: [TrackingEvent.Name] = [.start, .midpoint, .complete, .pause, .resume, .closeLinear, .loaded]
        let events = names.flatMap { name in
            each(name.rawValue).map { Sourced(TrackingEvent(name, url: $0.value), from: $0.origin) }
        }
        let viewable = each("seen").map { Sourced(ViewableImpression(viewable: [$0.value]), from: $0.origin) }
        let verifications = each("unverified[REASON]").map {
            Sourced(
                Verification(trackingEvents: [TrackingEvent(.verificationNotExecuted, url: $0.value)]), from: $0.origin)
        }
        let companions = levels.enumerated().map { level, name in
            let counter = Companion(
                clickTracking: [Click(stringLiteral: "t:\(name)-cardclick")],
                trackingEvents: [TrackingEvent(.creativeView, url: URLTemplate(stringLiteral: "t:\(name)-cardview"))])
            var item = counter
            if name == "y" { item.resources = [.html("x")] }
            return AdFixture.sourced(CompanionAds(items: [item]), level)
        }
        return PlannedAd(
            inLine: InLine(), impressions: each("i"), errors: each("error[ERRORCODE]"), viewableImpressions: viewable,
            verifications: verifications,
            linear: PlannedLinear(
                linear: Linear(duration: .seconds(4)), trackingEvents: events,
                clickThrough: AdFixture.sourced("t:page"),
                clickTracking: clicks("click"), customClicks: clicks("custom")), companions: companions,
            addresses: AdFixture.addresses)
    }

    static func levels(_ name: String) -> String { "w-\(name) x-\(name) y-\(name)" }

    static let rows: [Timeline] = [
        Timeline(
            "beginning", [.loaded, .begin], [levels("loaded"), levels("i"), levels("start")].joined(separator: " ")),
        Timeline(
            "to the end", [.begin, .at(2), .ended],
            [levels("i"), levels("start"), levels("midpoint"), levels("complete"), "+card0 +close"].joined(
                separator: " ")),
        Timeline(
            "pause", [.begin, .paused, .resumed, .paused],
            [levels("i"), levels("start"), levels("pause"), levels("resume"), levels("pause")].joined(separator: " ")),
        Timeline(
            "click", [.begin, .clicked, .clicked, .interacted],
            [
                levels("i"), levels("start"), levels("click"), "+pause", levels("pause"), "open:page open:page",
                levels("custom"),
            ]
            .joined(separator: " ")),
        Timeline("failed", [.failed(.mediaTimeout)], levels("error402") + " +close =failed:402"),
        Timeline(
            "viewable", [.begin, .visibilityChanged(1), .at(2), .at(3), .at(4)],
            [levels("i"), levels("start"), levels("midpoint"), levels("seen"), levels("complete")].joined(
                separator: " ")),
        Timeline(
            "verifications", [.verificationFailed(2, .rejected), .verificationFailed(0, .unsupported)],
            "y-unverified1 \(levels("error410")) w-unverified2"),
        Timeline(
            "end card", [.begin, .ended, .companionShown(0), .companionShown(0), .companionClicked(0), .closed],
            [
                levels("i"), levels("start"), levels("midpoint"), levels("complete"), "+card0 +close",
                "y-cardview x-cardview w-cardview", "y-cardclick x-cardclick w-cardclick open:page",
                levels("closeLinear"),
                "=completed",
            ].joined(separator: " ")),
    ]

    @Test(arguments: rows) func `every level is requested once`(row: Timeline) {
        #expect(row.answer(of: Self.chain()) == row.expected)
    }

    @Test func `a request names the document that contains its address`() {
        var playback = Playback(Self.chain())
        let requests = playback.handle(.begin, at: .zero).compactMap {
            if case .request(let request) = $0 { request } else { nil }
        }
        #expect(requests.map(\.origin.level) == [0, 1, 2, 0, 1, 2])
        #expect(
            requests.map(\.reason) == Array(repeating: .impression, count: 3)
                + Array(repeating: .event(.start), count: 3))
    }

    @Test func `a wrapper's companion trackers are requested once, whatever is shown`() {
        let shown = ["a", "b"].map { AdFixture.companion($0, .concurrent) }
        let counter = Companion(
            clickTracking: ["t:wrapclick"], trackingEvents: [TrackingEvent(.creativeView, url: "t:wrapview")])
        var ad = AdFixture.video()
        ad.companions = [[counter], shown].map { AdFixture.sourced(CompanionAds(items: $0)) }
        let row = Timeline(
            "",
            [
                .begin, .companionShown(0), .companionShown(1), .companionShown(0), .companionClicked(0),
                .companionClicked(1),
            ],
            "i1 i2 start +companion0 +companion1 aview wrapview bview aclick wrapclick bclick")
        #expect(row.answer(of: ad, rules: Playback.Rules(opensPages: false)) == row.expected)
    }
}
