@testable import VAST

/// Planned ads in which every address is `t:` and a name.
enum AdFixture {
    static let origin = Origin(level: 0)
    /// Allows the addresses of the tables.
    static let addresses = AddressPolicy(schemes: ["t", "https"])

    static func sourced<Value>(_ value: Value, _ level: Int = 0) -> Sourced<Value> {
        Sourced(value, from: Origin(level: level))
    }

    static func event(_ name: TrackingEvent.Name, _ offset: Offset? = nil, _ url: URLTemplate) -> Sourced<TrackingEvent>
    {
        sourced(TrackingEvent(name, offset: offset, url: url))
    }

    private static let names = [
        "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause",
        "resume", "rewind", "skip", "closeLinear", "notUsed", "fullscreen", "exitFullscreen", "playerExpand",
        "playerCollapse", "acceptInvitationLinear", "otherAdInteraction", "interactiveStart", "minimize", "expand",
        "adExpand", "adCollapse", "somethingElse",
    ]

    /// Ten seconds, skippable after five; progress at 3 s, at 90 %, and at ignored offsets; one icon from 1 s to 3 s.
    static func video() -> PlannedAd {
        var events = names.map { event(.init(rawValue: $0), nil, URLTemplate(stringLiteral: "t:" + $0)) }
        events += [
            event(.progress, .time(.seconds(3)), "t:p3"), event(.progress, .percent(90), "t:p90"),
            event(.progress, .time(.seconds(99)), "t:p99"), event(.progress, .time(.seconds(-1)), "t:p-1"),
            event(.progress, .percent(101), "t:p101%"), event(.progress, nil, "t:p?"),
        ]
        let icon = Icon(
            offset: .seconds(1), duration: .seconds(2), clickThrough: "t:iconpage", clickTracking: ["t:iconclick"],
            viewTracking: ["t:iconview"])
        return PlannedAd(
            inLine: InLine(), impressions: [sourced("t:i1"), sourced("t:i2"), sourced("about:blank")],
            errors: [sourced("t:error[ERRORCODE]")],
            viewableImpressions: [
                sourced(
                    ViewableImpression(viewable: ["t:seen"], notViewable: ["t:unseen"], undetermined: ["t:unknown"]))
            ],
            verifications: [verification("a"), verification("b")],
            linear: PlannedLinear(
                linear: Linear(skipOffset: .time(.seconds(5)), duration: .seconds(10)), trackingEvents: events,
                clickThrough: sourced("t:page"), clickTracking: [sourced("t:click")],
                customClicks: [sourced("t:custom")], icons: [sourced(icon)]), addresses: addresses)
    }

    /// Everything that the video's natural end counts after its first frame.
    static let wholeVideo = "firstQuartile p3 midpoint thirdQuartile p90 complete"

    static func verification(_ vendor: String) -> Sourced<Verification> {
        let url = URLTemplate(stringLiteral: "t:\(vendor)-unverified[REASON]")
        return sourced(
            Verification(vendor: vendor, trackingEvents: [TrackingEvent(.verificationNotExecuted, url: url)]))
    }

    static func companion(_ name: String, _ mode: Companion.RenderingMode? = nil, page: Bool = false) -> Companion {
        Companion(
            id: name, renderingMode: mode, resources: [.html(name)],
            clickThrough: page ? URLTemplate(stringLiteral: "t:\(name)page") : nil,
            clickTracking: [Click(stringLiteral: "t:\(name)click")],
            trackingEvents: [TrackingEvent(.creativeView, url: URLTemplate(stringLiteral: "t:\(name)view"))])
    }

    static func video(
        companions: [Companion], required: CompanionAds.Requirement? = nil
    ) -> PlannedAd {
        var ad = video()
        ad.companions = [sourced(CompanionAds(required: required, items: companions))]
        return ad
    }

    /// A rewarded video without a skip offset.
    static func rewarded(_ elements: [(String, String)]) -> PlannedAd {
        var ad = video()
        ad.linear?.linear.skipOffset = nil
        let content = elements.map {
            Extension.Element.Node.element(Extension.Element(name: $0.0, content: [.text($0.1)]))
        }
        let element = Extension.Element(name: "Extension", content: content)
        ad.extensions = [sourced(Extension(type: "RewardedVideo", element: element))]
        return ad
    }

    /// Overlays, the first with a minimum duration of 5 seconds.
    static func overlays(_ items: [NonLinear]? = nil) -> PlannedAd {
        let names = [
            "creativeView", "start", "acceptInvitation", "adExpand", "adCollapse", "minimize", "close", "closeLinear",
            "overlayViewDuration", "complete", "pause", "resume",
        ]
        let first = NonLinear(
            minimumDuration: .seconds(5), resources: [.html("a")], clickThrough: "t:page", clickTracking: ["t:own"])
        let second = NonLinear(resources: [.file(url: "t:b.png", type: "image/png")])
        return PlannedAd(
            inLine: InLine(), impressions: [sourced("t:i")], errors: [sourced("t:error[ERRORCODE]")],
            nonLinear: PlannedNonLinear(
                items: items ?? [first, second],
                trackingEvents: names.map { event(.init(rawValue: $0), nil, URLTemplate(stringLiteral: "t:" + $0)) },
                clickTracking: [sourced("t:chain")]), addresses: addresses)
    }
}
