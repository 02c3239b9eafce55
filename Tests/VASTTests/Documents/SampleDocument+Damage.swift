@testable import VAST

extension SampleDocument {
    /// Documents that no schema allows and that a player can still use.
    static let damaged = [
        SampleDocument(
            "elements given twice: the first that says something counts",
            Wrapped.inLine(
                """
                <AdSystem/><AdSystem>A</AdSystem><AdSystem>B</AdSystem><AdTitle/><AdTitle>T</AdTitle><AdTitle>U</AdTitle>
                <Description>D</Description><Description>E</Description><Advertiser>S</Advertiser><Advertiser/>
                <Survey>https://t.example/s</Survey><Survey/><AdServingId>1</AdServingId><AdServingId>2</AdServingId>
                <Expires>soon</Expires><Expires>9</Expires><Expires>8</Expires>
                <Pricing model="cpm" currency="EUR">1</Pricing><Pricing model="cpc" currency="EUR">2</Pricing>
                """),
            .inLine(
                InLine(
                    parts: AdParts(
                        system: AdSystem(name: "A"), pricing: Pricing(model: "cpm", currency: "EUR", value: "1")),
                    title: "T", advertiser: InLine.Advertiser(name: "S"), description: "D",
                    survey: "https://t.example/s",
                    servingID: "1", expires: .seconds(9)))),
        SampleDocument(
            "a wrapper with two addresses and an empty one",
            """
            <VAST version="3.0"><Ad><Wrapper><VASTAdTagURI/><VASTAdTagURI>https://next.example/1</VASTAdTagURI>
            <VASTAdTagURI>https://next.example/2</VASTAdTagURI><VASTAdTagURI/></Wrapper></Ad></VAST>
            """,
            .wrapper(Document.Version(3, 0), Wrapper(tag: "https://next.example/1"))),
        SampleDocument(
            "creative material given twice",
            Wrapped.creative(
                """
                <Linear><Duration>00:00:01</Duration><Duration>00:00:02</Duration><AdParameters>a</AdParameters>
                <AdParameters>b</AdParameters><VideoClicks><ClickThrough/><ClickThrough>https://shop.example/1</ClickThrough>
                <ClickThrough>https://shop.example/2</ClickThrough></VideoClicks></Linear>
                <Linear><Duration>00:00:03</Duration></Linear><CompanionAds><Companion><AltText>a</AltText><AltText>b</AltText>
                <CompanionClickThrough>https://shop.example/3</CompanionClickThrough><CompanionClickThrough/></Companion>
                </CompanionAds><CompanionAds/><NonLinearAds><NonLinear><NonLinearClickThrough>https://shop.example/4
                </NonLinearClickThrough><NonLinearClickThrough/></NonLinear></NonLinearAds><NonLinearAds/>
                """),
            .creatives(
                Creative(
                    linear: Linear(
                        duration: .seconds(1), clicks: VideoClicks(through: "https://shop.example/1"),
                        parameters: AdParameters(text: "a")),
                    nonLinear: NonLinearAds(items: [NonLinear(clickThrough: "https://shop.example/4")]),
                    companions: CompanionAds(items: [
                        Companion(altText: "a", clickThrough: "https://shop.example/3")
                    ])))),
        SampleDocument(
            "containers given twice add up",
            Wrapped.inLine(
                """
                <Creatives><Creative id="1"/></Creatives><Creatives><Creative id="2"/></Creatives>
                <ViewableImpression id="a"><Viewable>https://t.example/1</Viewable></ViewableImpression>
                <ViewableImpression id="b"><Viewable>https://t.example/2</Viewable></ViewableImpression>
                <AdVerifications><Verification vendor="a"/></AdVerifications>
                <AdVerifications><Verification vendor="b"/></AdVerifications>
                """),
            .inLine(
                InLine(
                    parts: AdParts(
                        viewableImpression: ViewableImpression(
                            id: "a", viewable: ["https://t.example/1", "https://t.example/2"]),
                        verifications: [Verification(vendor: "a"), Verification(vendor: "b")],
                        creatives: [Creative(id: "1"), Creative(id: "2")])))),
        SampleDocument(
            "an ad that is complete and a wrapper: the first counts",
            """
            <VAST version="3.0"><Ad id="1"><InLine><AdTitle>T</AdTitle></InLine><Wrapper><VASTAdTagURI>https://next.example/
            </VASTAdTagURI></Wrapper></Ad><Ad id="2"><Wrapper><VASTAdTagURI>https://next.example/</VASTAdTagURI></Wrapper>
            <InLine/></Ad></VAST>
            """,
            Document(
                version: Document.Version(3, 0),
                ads: [
                    Ad(id: "1", content: .inLine(InLine(title: "T"))),
                    Ad(id: "2", content: .wrapper(Wrapper(tag: "https://next.example/"))),
                ])),
        SampleDocument(
            "elements at the wrong place are passed over",
            """
            <VAST version="3.0"><Impression>https://t.example/no</Impression><InLine><AdTitle>no</AdTitle></InLine><Ad>
            <Impression>https://t.example/no</Impression><InLine><Linear><Duration>00:00:09</Duration></Linear>
            <Creative id="no"/><Creatives><Linear/><Creative id="yes"><MediaFile type="video/mp4">https://m.example/no
            </MediaFile><Linear><MediaFile type="video/mp4">https://m.example/no</MediaFile><Tracking event="start">
            https://t.example/no</Tracking><ClickThrough>https://t.example/no</ClickThrough><Ad id="no"/></Linear></Creative>
            </Creatives></InLine></Ad></VAST>
            """,
            .creatives(Document.Version(3, 0), Creative(id: "yes", linear: Linear()))),
        SampleDocument(
            "values that cannot be read are as if they were not there",
            Wrapped.creative(
                """
                <Linear skipoffset="101%"><Duration>ten seconds</Duration><TrackingEvents>
                <Tracking event="progress" offset="-00:00:01">https://t.example/1</Tracking>
                <Tracking event="progress" offset="5s">https://t.example/2</Tracking>
                <Tracking>https://t.example/3</Tracking><Tracking event="start"/></TrackingEvents><MediaFiles>
                <MediaFile delivery="carrier pigeon" width="-1" height="1e9" bitrate="fast" scalable="maybe">
                https://m.example/a</MediaFile><MediaFile type="video/mp4"/></MediaFiles></Linear>
                """, attributes: "sequence=\"first\""),
            .creatives(
                Creative(
                    linear: Linear(
                        trackingEvents: [
                            TrackingEvent(.progress, url: "https://t.example/1"),
                            TrackingEvent(.progress, url: "https://t.example/2"),
                        ],
                        mediaFiles: [MediaFile(url: "https://m.example/a", delivery: nil, type: "")])))),
        SampleDocument(
            "empty addresses ask for nothing",
            Wrapped.inLine(
                """
                <Impression/><Impression> \n </Impression><Impression><![CDATA[ ]]></Impression><Error/>
                <Impression id="1">about:blank</Impression>
                """),
            .inLine(InLine(parts: AdParts(impressions: [Impression(id: "1", url: "about:blank")])))),
        SampleDocument(
            "stray text everywhere",
            """
            <VAST version="3.0">a<Ad>b<InLine>c<AdTitle>T</AdTitle>d<Creatives>e<Creative>f<Linear>g<Duration>1</Duration>h
            <MediaFiles>i</MediaFiles></Linear>j</Creative></Creatives>k</InLine>l</Ad>m</VAST>
            """,
            .inLine(
                Document.Version(3, 0),
                InLine(
                    parts: AdParts(creatives: [Creative(linear: Linear(duration: .seconds(1)))]), title: "T"))),
    ]
}
