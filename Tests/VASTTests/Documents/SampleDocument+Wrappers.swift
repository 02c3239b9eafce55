@testable import VAST

extension SampleDocument {
    /// Wrappers.
    static let wrappers = [
        SampleDocument(
            "2.0: a wrapper with nothing but its address",
            """
            <VAST version="2.0"><Ad id="w"><Wrapper><AdSystem>W</AdSystem>
            <VASTAdTagURI>http://next.example/vast?cb=[CACHEBUSTING]</VASTAdTagURI>
            <Impression>http://t.example/wi</Impression><Error>http://t.example/we</Error></Wrapper></Ad></VAST>
            """,
            Document(
                version: Document.Version(2, 0),
                ads: [
                    Ad(
                        id: "w",
                        content: .wrapper(
                            Wrapper(
                                parts: AdParts(
                                    system: AdSystem(name: "W"), impressions: ["http://t.example/wi"],
                                    errors: ["http://t.example/we"]),
                                tag: "http://next.example/vast?cb=[CACHEBUSTING]")))
                ])),
        SampleDocument(
            "3.0: the three rules of a wrapper, in words",
            Wrapped.wrapper(
                "", attributes: "followAdditionalWrappers='false' allowMultipleAds='true' fallbackOnNoAd='true'"),
            .wrapper(
                Wrapper(
                    tag: "https://next.example/v", followsAdditionalWrappers: false, allowsMultipleAds: true,
                    fallsBackOnNoAd: true))),
        SampleDocument(
            "3.0: the three rules of a wrapper, in digits",
            Wrapped.wrapper("", attributes: "followAdditionalWrappers='1' allowMultipleAds='0' fallbackOnNoAd='0'"),
            .wrapper(
                Wrapper(
                    tag: "https://next.example/v", followsAdditionalWrappers: true, allowsMultipleAds: false,
                    fallsBackOnNoAd: false))),
        SampleDocument(
            "a wrapper with invalid rules",
            Wrapped.wrapper("", attributes: "followAdditionalWrappers='yes' allowMultipleAds='2' fallbackOnNoAd=''"),
            .wrapper(Wrapper(tag: "https://next.example/v"))),
        SampleDocument(
            "2.0: a wrapper that counts what the ad does",
            Wrapped.wrapper(
                """
                <Creatives><Creative AdID="1"><Linear><TrackingEvents>
                <Tracking event="midpoint">https://t.example/m</Tracking></TrackingEvents><VideoClicks>
                <ClickTracking>https://t.example/k</ClickTracking></VideoClicks></Linear></Creative>
                <Creative><NonLinearAds><TrackingEvents><Tracking event="creativeView">https://t.example/n</Tracking>
                </TrackingEvents></NonLinearAds></Creative></Creatives>
                """),
            .wrapper(
                Wrapper(
                    parts: AdParts(creatives: [
                        Creative(
                            adID: "1",
                            linear: Linear(
                                trackingEvents: [TrackingEvent(.midpoint, url: "https://t.example/m")],
                                clicks: VideoClicks(tracking: ["https://t.example/k"]))),
                        Creative(
                            nonLinear: NonLinearAds(
                                trackingEvents: [TrackingEvent(.creativeView, url: "https://t.example/n")])),
                    ]), tag: "https://next.example/v"))),
        SampleDocument(
            "3.0: a wrapper with an icon and a companion of its own",
            Wrapped.wrapper(
                """
                <Creatives><Creative><Linear><Icons><Icon program="AdChoices" width="20" height="20" xPosition="right"
                yPosition="top"><StaticResource creativeType="image/png">https://m.example/i.png</StaticResource></Icon></Icons>
                </Linear></Creative><Creative><CompanionAds><Companion width="300" height="250">
                <IFrameResource>https://m.example/c</IFrameResource>
                <CompanionClickTracking>https://t.example/ck</CompanionClickTracking></Companion></CompanionAds></Creative>
                </Creatives>
                """),
            .wrapper(
                Wrapper(
                    parts: AdParts(creatives: [
                        Creative(
                            linear: Linear(icons: [
                                Icon(
                                    program: "AdChoices", width: 20, height: 20, x: .end, y: .start,
                                    resources: [.file(url: "https://m.example/i.png", type: "image/png")])
                            ])),
                        Creative(
                            companions: CompanionAds(items: [
                                Companion(
                                    width: 300, height: 250, resources: [.frame(url: "https://m.example/c")],
                                    clickTracking: ["https://t.example/ck"])
                            ])),
                    ]), tag: "https://next.example/v"))),
        SampleDocument(
            "4.1: a wrapper that blocks categories",
            Wrapped.wrapper(
                """
                <BlockedAdCategories authority="iabtechlab.com">232, 233,,</BlockedAdCategories>
                <BlockedAdCategories>X</BlockedAdCategories><BlockedAdCategories/>
                """),
            .wrapper(
                Wrapper(
                    tag: "https://next.example/v",
                    blockedCategories: [
                        Ad.Category(authority: "iabtechlab.com", code: "232"),
                        Ad.Category(authority: "iabtechlab.com", code: "233"), Ad.Category(code: "X"),
                    ]))),
        SampleDocument(
            "4.2: a wrapper with everything it may have",
            Wrapped.wrapper(
                """
                <AdSystem version="1">W</AdSystem><Impression id="wi">https://t.example/i</Impression>
                <Error>https://t.example/e</Error><Pricing model="cpm" currency="USD">1</Pricing>
                <ViewableImpression><NotViewable>https://t.example/nv</NotViewable></ViewableImpression>
                <AdVerifications><Verification vendor="v.example"/></AdVerifications>
                <Extensions><Extension type="x"><a/></Extension></Extensions>
                <Creatives><Creative><Linear><VideoClicks><ClickThrough>https://shop.example/</ClickThrough></VideoClicks>
                <InteractiveCreativeFile type="text/html" apiFramework="SIMID">https://m.example/s</InteractiveCreativeFile>
                </Linear></Creative></Creatives>
                """),
            .wrapper(
                Wrapper(
                    parts: AdParts(
                        system: AdSystem(name: "W", version: "1"),
                        impressions: [Impression(id: "wi", url: "https://t.example/i")],
                        errors: ["https://t.example/e"],
                        viewableImpression: ViewableImpression(notViewable: ["https://t.example/nv"]),
                        pricing: Pricing(model: "cpm", currency: "USD", value: "1"),
                        verifications: [Verification(vendor: "v.example")],
                        extensions: [
                            Extension(
                                type: "x",
                                element: Extension.Element(
                                    name: "Extension", attributes: ["type": "x"],
                                    content: [.element(Extension.Element(name: "a"))]))
                        ],
                        creatives: [
                            Creative(
                                linear: Linear(
                                    interactiveFiles: [
                                        InteractiveFile(
                                            url: "https://m.example/s", type: "text/html", apiFramework: "SIMID")
                                    ],
                                    clicks: VideoClicks(through: "https://shop.example/")))
                        ]),
                    tag: "https://next.example/v"))),
        SampleDocument(
            "addresses that are not complete",
            """
            <VAST version="3.0"><Ad id="1"><Wrapper><VASTAdTagURI>//next.example/v</VASTAdTagURI></Wrapper></Ad>
            <Ad id="2"><Wrapper><VASTAdTagURI>/v?a=1</VASTAdTagURI></Wrapper></Ad>
            <Ad id="3"><Wrapper><VASTAdTagURI>https://next.example/a b</VASTAdTagURI></Wrapper></Ad></VAST>
            """,
            Document(
                version: Document.Version(3, 0),
                ads: [
                    Ad(id: "1", content: .wrapper(Wrapper(tag: "//next.example/v"))),
                    Ad(id: "2", content: .wrapper(Wrapper(tag: "/v?a=1"))),
                    Ad(id: "3", content: .wrapper(Wrapper(tag: "https://next.example/a b"))),
                ])),
    ]

    /// Several ads in one document.
    static let pods = [
        SampleDocument(
            "3.0: a pod in any order, and an ad that stands alone",
            """
            <VAST version="3.0"><Ad id="b" sequence="2"><InLine/></Ad><Ad id="a" sequence="1"><InLine/></Ad>
            <Ad id="s"><InLine/></Ad></VAST>
            """,
            Document(
                version: Document.Version(3, 0),
                ads: [
                    Ad(id: "b", sequence: 2, content: .inLine(InLine())),
                    Ad(id: "a", sequence: 1, content: .inLine(InLine())),
                    Ad(id: "s", content: .inLine(InLine())),
                ])),
        SampleDocument(
            "3.0: a pod of wrappers",
            """
            <VAST version="3.0"><Ad sequence="1"><Wrapper><VASTAdTagURI>https://next.example/1</VASTAdTagURI></Wrapper></Ad>
            <Ad sequence="2"><Wrapper><VASTAdTagURI>https://next.example/2</VASTAdTagURI></Wrapper></Ad></VAST>
            """,
            Document(
                version: Document.Version(3, 0),
                ads: [
                    Ad(sequence: 1, content: .wrapper(Wrapper(tag: "https://next.example/1"))),
                    Ad(sequence: 2, content: .wrapper(Wrapper(tag: "https://next.example/2"))),
                ])),
        SampleDocument(
            "sequences that are no numbers",
            """
            <VAST version="4.0"><Ad sequence="two"><InLine/></Ad><Ad sequence="-1"><InLine/></Ad>
            <Ad sequence="99999999999999999999"><InLine/></Ad><Ad sequence=""><InLine/></Ad></VAST>
            """,
            Document(version: Document.Version(4, 0), ads: Array(repeating: Ad(content: .inLine(InLine())), count: 4))),
        SampleDocument(
            "a buffet with ads that hold nothing",
            """
            <VAST version="4.2"><Ad id="1"/><Ad id="2"><Wrapper/></Ad><Ad id="3"><InLine/></Ad>
            <Ad id="4">text</Ad></VAST>
            """,
            Document(
                version: Document.Version(4, 2),
                ads: [
                    Ad(id: "2", content: .wrapper(Wrapper(tag: nil))), Ad(id: "3", content: .inLine(InLine())),
                ])),
        SampleDocument(
            "a wrapper that leads nowhere gives way to what does",
            """
            <VAST version="4.2"><Ad id="1"><Wrapper><Error>e</Error></Wrapper><InLine/></Ad>
            <Ad id="2"><Wrapper/><Wrapper><VASTAdTagURI>v</VASTAdTagURI></Wrapper></Ad>
            <Ad id="3"><Wrapper><VASTAdTagURI> </VASTAdTagURI><Error>e</Error></Wrapper><Wrapper/></Ad></VAST>
            """,
            Document(
                version: Document.Version(4, 2),
                ads: [
                    Ad(id: "1", content: .inLine(InLine())), Ad(id: "2", content: .wrapper(Wrapper(tag: "v"))),
                    Ad(id: "3", content: .wrapper(Wrapper(parts: AdParts(errors: ["e"]), tag: nil))),
                ])),
    ]
}
