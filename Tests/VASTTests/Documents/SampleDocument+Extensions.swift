@testable import VAST

extension SampleDocument {
    /// Parts that are in no version.
    static let extended = [
        SampleDocument(
            "extensions are kept with their text, attributes and order",
            Wrapped.inLine(
                """
                <Extensions><Extension type="geo" note="n"> DE </Extension><Extension><a:Deep xmlns:a="urn:a" a:x="1">
                one<b/>two</a:Deep></Extension><Extension name="old"/></Extensions>
                """),
            .inLine(
                InLine(
                    parts: AdParts(extensions: [
                        Extension(
                            type: "geo",
                            element: Extension.Element(
                                name: "Extension", attributes: ["type": "geo", "note": "n"], content: [.text(" DE ")])),
                        Extension(
                            element: Extension.Element(
                                name: "Extension",
                                content: [
                                    .element(
                                        Extension.Element(
                                            name: "Deep", attributes: ["x": "1"],
                                            content: [
                                                .text("\none"), .element(Extension.Element(name: "b")), .text("two"),
                                            ]))
                                ])),
                        Extension(
                            type: "old", element: Extension.Element(name: "Extension", attributes: ["name": "old"])),
                    ])))),
        SampleDocument(
            "ads in an extension are no ads",
            Wrapped.inLine(
                """
                <Extensions><Extension type="waterfall"><VAST version="3.0"><Ad id="no"><InLine/></Ad></VAST></Extension>
                </Extensions><AdTitle>yes</AdTitle>
                """),
            .inLine(
                InLine(
                    parts: AdParts(extensions: [
                        Extension(
                            type: "waterfall",
                            element: Extension.Element(
                                name: "Extension", attributes: ["type": "waterfall"],
                                content: [
                                    .element(
                                        Extension.Element(
                                            name: "VAST", attributes: ["version": "3.0"],
                                            content: [
                                                .element(
                                                    Extension.Element(
                                                        name: "Ad", attributes: ["id": "no"],
                                                        content: [.element(Extension.Element(name: "InLine"))]))
                                            ]))
                                ]))
                    ]), title: "yes"))),
        SampleDocument(
            "3.0: parts of 4.x in extensions of a creative",
            Wrapped.linear(
                """
                <CreativeExtensions><CreativeExtension type="UniversalAdId">
                <UniversalAdId idRegistry="ad-id.org">CNPA</UniversalAdId></CreativeExtension>
                <CreativeExtension type="Mezzanine"><Mezzanine type="video/mov" delivery="progressive" width="1" height="2">
                https://m.example/raw</Mezzanine></CreativeExtension><CreativeExtension type="InteractiveCreativeFile">
                <InteractiveCreativeFile apiFramework="SIMID">https://m.example/s</InteractiveCreativeFile>
                </CreativeExtension></CreativeExtensions>
                """, version: "3.0"),
            .creatives(
                Document.Version(3, 0),
                Creative(
                    universalIDs: [UniversalAdID(registry: "ad-id.org", value: "CNPA")],
                    linear: Linear(
                        mezzanines: [
                            Mezzanine(url: "https://m.example/raw", type: "video/mov", width: 1, height: 2)
                        ],
                        interactiveFiles: [InteractiveFile(url: "https://m.example/s", apiFramework: "SIMID")])))),
        SampleDocument(
            "3.0: an extension named after a part, holding something else",
            Wrapped.creative(
                """
                <CreativeExtensions><CreativeExtension type="UniversalAdId"><Other/></CreativeExtension></CreativeExtensions>
                """, version: "3.0"),
            .creatives(
                Document.Version(3, 0),
                Creative(extensions: [
                    Extension(
                        type: "UniversalAdId",
                        element: Extension.Element(
                            name: "CreativeExtension", attributes: ["type": "UniversalAdId"],
                            content: [.element(Extension.Element(name: "Other"))]))
                ]))),
    ]

    /// Documents of older servers.
    static let older = [
        SampleDocument(
            "3.0: the template of a rewarded video, as servers fill it in",
            rewardedVideo,
            .inLine(
                Document.Version(3, 0), id: "65217051",
                InLine(
                    parts: AdParts(
                        system: AdSystem(name: "Fir", version: "1.0"),
                        errors: ["http://t.example/&verrorcode=[ERRORCODE]"],
                        extensions: [
                            Extension(
                                type: "RewardedVideo",
                                element: Extension.Element(
                                    name: "Extension", attributes: ["name": "RewardedVideo"],
                                    content: [
                                        ("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"),
                                        ("RewardPerView", "12.000000"),
                                        ("VirtualCurrencyImage", "http://m.example/lives.jpg"),
                                        ("PreRollMessageOn", "1"), ("PostRollMessageOn", "0"),
                                    ].map { .element(Extension.Element(name: $0, content: [.text($1)])) }))
                        ],
                        creatives: [
                            Creative(
                                sequence: 1,
                                linear: Linear(
                                    duration: .seconds(10),
                                    trackingEvents: [
                                        TrackingEvent(.start, url: "http://t.example/&au=[ASSETURI]&p=[CONTENTPLAYHEAD")
                                    ],
                                    mediaFiles: [
                                        MediaFile(
                                            url: "http://m.example/lo.mp4", type: "video/mp4", bitrate: 596,
                                            width: 426, height: 240)
                                    ],
                                    clicks: VideoClicks(through: "http://t.example/?event=videoclick")),
                                companions: CompanionAds(items: [
                                    Companion(
                                        id: "14184407", width: 768, height: 1024,
                                        resources: [.frame(url: "http://m.example/card.htm")],
                                        clickThrough: "http://shop.example",
                                        trackingEvents: [
                                            TrackingEvent(.creativeView, url: "http://t.example/?event=endcard")
                                        ])
                                ]))
                        ])))),
        SampleDocument(
            "no version at all",
            "<VAST><Ad><InLine><AdTitle>T</AdTitle></InLine></Ad></VAST>",
            .inLine(nil, InLine(title: "T"))),
        SampleDocument("nothing but white space", " \r\n\t", Document(version: nil)),
        SampleDocument("nothing at all", "", Document(version: nil)),
    ]

    private static let rewardedVideo = """
        <?xml version="1.0" encoding="UTF-8"?>
        <VAST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0"
        xsi:noNamespaceSchemaLocation="vast3.xsd">
          <Ad id="65217051"><InLine>
            <AdSystem version="1.0">Fir</AdSystem>
            <Error>
              <![CDATA[http://t.example/&verrorcode=[ERRORCODE]]]>
            </Error>
            <Impression></Impression>
            <Extensions><Extension name="RewardedVideo">
              <RewardedVideoOn><![CDATA[1]]></RewardedVideoOn><VirtualCurrency><![CDATA[Lives]]></VirtualCurrency>
              <RewardPerView><![CDATA[12.000000]]></RewardPerView>
              <VirtualCurrencyImage><![CDATA[http://m.example/lives.jpg]]></VirtualCurrencyImage>
              <PreRollMessageOn><![CDATA[1]]></PreRollMessageOn><PostRollMessageOn><![CDATA[0]]></PostRollMessageOn>
            </Extension></Extensions>
            <Creatives><Creative sequence="1">
              <Linear> // optional
                <Duration>00:00:10</Duration>
                <TrackingEvents><Tracking
        event="start"><![CDATA[http://t.example/&au=[ASSETURI]&p=[CONTENTPLAYHEAD]]></Tracking></TrackingEvents>
                <VideoClicks><ClickThrough><![CDATA[http://t.example/?event=videoclick]]></ClickThrough></VideoClicks>
                <MediaFiles><MediaFile delivery="progressive" bitrate="596" width="426" height="240"
        type="video/mp4"><![CDATA[http://m.example/lo.mp4]]></MediaFile></MediaFiles>
              </Linear>
              <CompanionAds><Companion id="14184407" width="768" height="1024">
                <HTMLResource><![CDATA[http://m.example/card.htm]]></HTMLResource>
                <TrackingEvents><Tracking event="creativeView"><![CDATA[http://t.example/?event=endcard]]></Tracking>
                </TrackingEvents><CompanionClickThrough><![CDATA[http://shop.example]]></CompanionClickThrough>
              </Companion></CompanionAds>
            </Creative></Creatives>
          </InLine></Ad>
        </VAST>
        """
}
