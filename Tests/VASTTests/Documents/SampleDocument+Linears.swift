@testable import VAST

extension SampleDocument {
    /// Linear parts, by version.
    static let linears = [
        SampleDocument(
            "2.0: a film, its trackers and its clicks",
            Wrapped.creative(
                """
                <Linear><Duration>00:00:30</Duration><TrackingEvents>
                <Tracking event="creativeView">http://t.example/cv</Tracking>
                <Tracking event="start">http://t.example/s</Tracking>
                <Tracking event="midpoint">http://t.example/m</Tracking>
                <Tracking event="fullscreen">http://t.example/f</Tracking></TrackingEvents>
                <AdParameters>a=1&amp;b=2</AdParameters><VideoClicks><ClickThrough id="t">http://shop.example/</ClickThrough>
                <ClickTracking id="k">http://t.example/k</ClickTracking><CustomClick id="x">http://t.example/x</CustomClick>
                </VideoClicks><MediaFiles><MediaFile id="1" delivery="progressive" type="video/x-flv" bitrate="500"
                width="400" height="300" scalable="true" maintainAspectRatio="false" apiFramework="VPAID">
                http://m.example/a.flv</MediaFile></MediaFiles></Linear>
                """, attributes: "AdID=\"601364-1\" id=\"c\" sequence=\"1\"", version: "2.0"),
            .creatives(
                Document.Version(2, 0),
                Creative(
                    id: "c", adID: "601364-1", sequence: 1,
                    linear: Linear(
                        duration: .seconds(30),
                        trackingEvents: [
                            TrackingEvent(.creativeView, url: "http://t.example/cv"),
                            TrackingEvent(.start, url: "http://t.example/s"),
                            TrackingEvent(.midpoint, url: "http://t.example/m"),
                            TrackingEvent(.fullscreen, url: "http://t.example/f"),
                        ],
                        mediaFiles: [
                            MediaFile(
                                url: "http://m.example/a.flv", id: "1", type: "video/x-flv", bitrate: 500, width: 400,
                                height: 300, isScalable: true, keepsAspectRatio: false, apiFramework: "VPAID")
                        ],
                        clicks: VideoClicks(
                            through: Click(id: "t", url: "http://shop.example/"),
                            tracking: [Click(id: "k", url: "http://t.example/k")],
                            custom: [Click(id: "x", url: "http://t.example/x")]),
                        parameters: AdParameters(text: "a=1&b=2"))))),
        SampleDocument(
            "3.0: skippable after five seconds, with progress",
            Wrapped.linear(
                """
                <Duration>00:00:30.250</Duration><TrackingEvents>
                <Tracking event="progress" offset="00:00:05">https://t.example/5</Tracking>
                <Tracking event="progress" offset="50%">https://t.example/50</Tracking>
                <Tracking event="skip">https://t.example/skip</Tracking>
                <Tracking event="exitFullscreen">https://t.example/exit</Tracking>
                <Tracking event="acceptInvitationLinear">https://t.example/accept</Tracking>
                <Tracking event="closeLinear">https://t.example/close</Tracking></TrackingEvents>
                """, attributes: "skipoffset=\"00:00:05.500\"", version: "3.0"),
            .linear(
                Document.Version(3, 0),
                Linear(
                    skipOffset: .time(.milliseconds(5500)), duration: .milliseconds(30_250),
                    trackingEvents: [
                        TrackingEvent(.progress, offset: .time(.seconds(5)), url: "https://t.example/5"),
                        TrackingEvent(.progress, offset: .percent(50), url: "https://t.example/50"),
                        TrackingEvent(.skip, url: "https://t.example/skip"),
                        TrackingEvent(.exitFullscreen, url: "https://t.example/exit"),
                        TrackingEvent(.acceptInvitationLinear, url: "https://t.example/accept"),
                        TrackingEvent(.closeLinear, url: "https://t.example/close"),
                    ]))),
        SampleDocument(
            "4.0: events that were renamed and one that went again",
            Wrapped.linear(
                """
                <TrackingEvents><Tracking event="playerExpand">https://t.example/1</Tracking>
                <Tracking event="playerCollapse">https://t.example/2</Tracking>
                <Tracking event="timeSpentViewing" offset="00:00:15">https://t.example/3</Tracking>
                <Tracking event="otherAdInteraction">https://t.example/4</Tracking>
                <Tracking event="notYetInvented">https://t.example/5</Tracking></TrackingEvents>
                """, version: "4.0"),
            .linear(
                Document.Version(4, 0),
                Linear(trackingEvents: [
                    TrackingEvent(.playerExpand, url: "https://t.example/1"),
                    TrackingEvent(.playerCollapse, url: "https://t.example/2"),
                    TrackingEvent(.timeSpentViewing, offset: .time(.seconds(15)), url: "https://t.example/3"),
                    TrackingEvent(.otherAdInteraction, url: "https://t.example/4"),
                    TrackingEvent(.init(rawValue: "notYetInvented"), url: "https://t.example/5"),
                ]))),
        SampleDocument(
            "4.1: loaded, and parameters encoded twice",
            Wrapped.linear(
                """
                <TrackingEvents><Tracking event="loaded">https://t.example/l</Tracking></TrackingEvents>
                <AdParameters xmlEncoded="true"><![CDATA[&lt;a b=&quot;1&quot;/&gt;&amp;amp;]]></AdParameters>
                """, version: "4.1"),
            .linear(
                Document.Version(4, 1),
                Linear(
                    trackingEvents: [TrackingEvent(.loaded, url: "https://t.example/l")],
                    parameters: AdParameters(text: "<a b=\"1\"/>&amp;", wasEncoded: true)))),
        SampleDocument(
            "4.2: interactive start, and an ad that is not used",
            Wrapped.linear(
                """
                <TrackingEvents><Tracking event="interactiveStart">https://t.example/i</Tracking>
                <Tracking event="notUsed">https://t.example/n</Tracking></TrackingEvents>
                """, attributes: "skipoffset=\"100%\""),
            .linear(
                Linear(
                    skipOffset: .percent(100),
                    trackingEvents: [
                        TrackingEvent(.interactiveStart, url: "https://t.example/i"),
                        TrackingEvent(.notUsed, url: "https://t.example/n"),
                    ]))),
        SampleDocument(
            "4.1: universal ids, in the element",
            Wrapped.creative(
                """
                <UniversalAdId idRegistry="ad-id.org">CNPA0484000H</UniversalAdId>
                <UniversalAdId idRegistry="clearcast.co.uk"> ABC/123 </UniversalAdId><UniversalAdId/>
                """, attributes: "adId=\"2447226\" apiFramework=\"SIMID\"", version: "4.1"),
            .creatives(
                Document.Version(4, 1),
                Creative(
                    adID: "2447226", apiFramework: "SIMID",
                    universalIDs: [
                        UniversalAdID(registry: "ad-id.org", value: "CNPA0484000H"),
                        UniversalAdID(registry: "clearcast.co.uk", value: "ABC/123"),
                        UniversalAdID(registry: "unknown", value: "unknown"),
                    ]))),
        SampleDocument(
            "4.0: a universal id, in the attribute",
            Wrapped.creative("<UniversalAdId idRegistry=\"Ad-ID\" idValue=\"8465\"/>", version: "4.0"),
            .creatives(
                Document.Version(4, 0), Creative(universalIDs: [UniversalAdID(registry: "Ad-ID", value: "8465")]))),
        SampleDocument(
            "4.3: two creatives of one ad, in their order",
            Wrapped.inLine(
                """
                <Creatives><Creative sequence="2"><Linear><Duration>00:01:00</Duration></Linear></Creative>
                <Creative sequence="1"><Linear><Duration>01:00:00</Duration></Linear></Creative></Creatives>
                """, version: "4.3"),
            .creatives(
                Document.Version(4, 3), Creative(sequence: 2, linear: Linear(duration: .seconds(60))),
                Creative(sequence: 1, linear: Linear(duration: .seconds(3600))))),
    ]
}
