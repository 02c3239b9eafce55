@testable import VAST

extension SampleDocument {
    /// Parts beside and after the video.
    static let companions = [
        SampleDocument(
            "2.0: a companion of each kind",
            Wrapped.creative(
                """
                <CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/jpeg">
                http://m.example/a.jpg</StaticResource><AltText>A hill</AltText>
                <CompanionClickThrough>http://shop.example/</CompanionClickThrough></Companion>
                <Companion width="728" height="90"><IFrameResource>http://m.example/frame</IFrameResource></Companion>
                <Companion id="h" width="1" height="2"><HTMLResource><![CDATA[<a href="x">b &amp; c</a>]]></HTMLResource>
                <TrackingEvents><Tracking event="creativeView">http://t.example/cv</Tracking></TrackingEvents></Companion>
                </CompanionAds>
                """, version: "2.0"),
            .creatives(
                Document.Version(2, 0),
                Creative(
                    companions: CompanionAds(items: [
                        Companion(
                            width: 300, height: 250,
                            resources: [.file(url: "http://m.example/a.jpg", type: "image/jpeg")],
                            altText: "A hill", clickThrough: "http://shop.example/"),
                        Companion(width: 728, height: 90, resources: [.frame(url: "http://m.example/frame")]),
                        Companion(
                            id: "h", width: 1, height: 2, resources: [.html("<a href=\"x\">b &amp; c</a>")],
                            trackingEvents: [TrackingEvent(.creativeView, url: "http://t.example/cv")]),
                    ])))),
        SampleDocument(
            "3.0: companions of which one must be shown",
            Wrapped.creative(
                """
                <CompanionAds required="any"><Companion width="300" height="250" assetWidth="290" assetHeight="240"
                expandedWidth="600" expandedHeight="500" apiFramework="MRAID" adSlotId="top">
                <HTMLResource xmlEncoded="true"><![CDATA[&lt;p&gt;]]></HTMLResource><AdParameters>a=1</AdParameters>
                <CompanionClickTracking id="k">https://t.example/k</CompanionClickTracking></Companion></CompanionAds>
                """, version: "3.0"),
            .creatives(
                Document.Version(3, 0),
                Creative(
                    companions: CompanionAds(
                        required: .any,
                        items: [
                            Companion(
                                width: 300, height: 250, assetWidth: 290, assetHeight: 240, expandedWidth: 600,
                                expandedHeight: 500, apiFramework: "MRAID", adSlotID: "top",
                                resources: [.html("<p>")], parameters: AdParameters(text: "a=1"),
                                clickTracking: [Click(id: "k", url: "https://t.example/k")])
                        ])))),
        SampleDocument(
            "4.1: an end card",
            Wrapped.creative(
                """
                <CompanionAds required="none"><Companion width="320" height="480" renderingMode="end-card" pxratio="2.5">
                <HTMLResource>https://m.example/card</HTMLResource></Companion>
                <Companion width="1" height="1" renderingMode="concurrent"/><Companion width="1" height="1"
                renderingMode="default"/><Companion renderingMode="sideways" pxratio="big"/></CompanionAds>
                """, version: "4.1"),
            .creatives(
                Document.Version(4, 1),
                Creative(
                    companions: CompanionAds(
                        required: CompanionAds.Requirement.none,
                        items: [
                            Companion(
                                width: 320, height: 480, pixelRatio: 2.5, renderingMode: .endCard,
                                resources: [.frame(url: "https://m.example/card")]),
                            Companion(width: 1, height: 1, renderingMode: .concurrent),
                            Companion(width: 1, height: 1, renderingMode: .default), Companion(),
                        ])))),
        SampleDocument(
            "4.2: resources of all kinds in one companion, in their order",
            Wrapped.creative(
                """
                <CompanionAds required="all"><Companion><StaticResource creativeType="image/PNG">https://m.example/1
                </StaticResource><IFrameResource>https://m.example/2</IFrameResource><HTMLResource>&lt;i/&gt;</HTMLResource>
                <StaticResource>https://m.example/3</StaticResource><StaticResource creativeType="image/gif"/>
                <CreativeExtensions><CreativeExtension type="e"/></CreativeExtensions></Companion></CompanionAds>
                """),
            .creatives(
                Creative(
                    companions: CompanionAds(
                        required: .all,
                        items: [
                            Companion(
                                resources: [
                                    .file(url: "https://m.example/1", type: "image/png"),
                                    .frame(url: "https://m.example/2"), .html("<i/>"),
                                    .file(url: "https://m.example/3", type: ""),
                                ],
                                extensions: [
                                    Extension(
                                        type: "e",
                                        element: Extension.Element(name: "CreativeExtension", attributes: ["type": "e"])
                                    )
                                ])
                        ])))),
        SampleDocument(
            "optional companions",
            Wrapped.creative("<CompanionAds required=\"some\"/>"),
            .creatives(Creative(companions: CompanionAds()))),
    ]

    /// Parts over the content.
    static let nonLinears = [
        SampleDocument(
            "2.0: an overlay with all its attributes",
            Wrapped.creative(
                """
                <NonLinearAds><TrackingEvents><Tracking event="creativeView">http://t.example/cv</Tracking>
                <Tracking event="expand">http://t.example/x</Tracking><Tracking event="collapse">http://t.example/c</Tracking>
                <Tracking event="acceptInvitation">http://t.example/a</Tracking>
                <Tracking event="close">http://t.example/close</Tracking></TrackingEvents>
                <NonLinear id="n" width="400" height="50" expandedWidth="400" expandedHeight="300" scalable="1"
                maintainAspectRatio="0" minSuggestedDuration="00:00:15" apiFramework="VPAID"><StaticResource
                creativeType="image/png">http://m.example/o.png</StaticResource>
                <NonLinearClickThrough>http://shop.example/</NonLinearClickThrough><AdParameters>p</AdParameters></NonLinear>
                </NonLinearAds>
                """, version: "2.0"),
            .creatives(
                Document.Version(2, 0),
                Creative(
                    nonLinear: NonLinearAds(
                        trackingEvents: [
                            TrackingEvent(.creativeView, url: "http://t.example/cv"),
                            TrackingEvent(.expand, url: "http://t.example/x"),
                            TrackingEvent(.collapse, url: "http://t.example/c"),
                            TrackingEvent(.acceptInvitation, url: "http://t.example/a"),
                            TrackingEvent(.close, url: "http://t.example/close"),
                        ],
                        items: [
                            NonLinear(
                                id: "n", width: 400, height: 50, expandedWidth: 400, expandedHeight: 300,
                                isScalable: true, keepsAspectRatio: false, minimumDuration: .seconds(15),
                                apiFramework: "VPAID",
                                resources: [.file(url: "http://m.example/o.png", type: "image/png")],
                                clickThrough: "http://shop.example/", parameters: AdParameters(text: "p"))
                        ])))),
        SampleDocument(
            "4.1: overlays with the events of 4.x",
            Wrapped.creative(
                """
                <NonLinearAds><TrackingEvents><Tracking event="adExpand">https://t.example/1</Tracking>
                <Tracking event="adCollapse">https://t.example/2</Tracking>
                <Tracking event="minimize">https://t.example/3</Tracking>
                <Tracking event="overlayViewDuration">https://t.example/4</Tracking></TrackingEvents>
                <NonLinear width="1" height="1"><HTMLResource>h</HTMLResource>
                <NonLinearClickTracking id="a">https://t.example/k1</NonLinearClickTracking>
                <NonLinearClickTracking>https://t.example/k2</NonLinearClickTracking></NonLinear>
                <NonLinear width="2" height="2"><IFrameResource>https://m.example/f</IFrameResource></NonLinear>
                </NonLinearAds>
                """, version: "4.1"),
            .creatives(
                Document.Version(4, 1),
                Creative(
                    nonLinear: NonLinearAds(
                        trackingEvents: [
                            TrackingEvent(.adExpand, url: "https://t.example/1"),
                            TrackingEvent(.adCollapse, url: "https://t.example/2"),
                            TrackingEvent(.minimize, url: "https://t.example/3"),
                            TrackingEvent(.overlayViewDuration, url: "https://t.example/4"),
                        ],
                        items: [
                            NonLinear(
                                width: 1, height: 1, resources: [.html("h")],
                                clickTracking: [Click(id: "a", url: "https://t.example/k1"), "https://t.example/k2"]),
                            NonLinear(width: 2, height: 2, resources: [.frame(url: "https://m.example/f")]),
                        ])))),
    ]
}
