@testable import VAST

extension SampleDocument {
    /// Icons.
    static let icons = [
        SampleDocument(
            "3.0: an icon with a time and a click",
            Wrapped.linear(
                """
                <Icons><Icon program="AdChoices" height="15" width="77" xPosition="10" yPosition="bottom" offset="00:00:05"
                duration="00:00:15.500" apiFramework="VPAID"><StaticResource creativeType="image/gif">https://m.example/i.gif
                </StaticResource><IconClicks><IconClickThrough>https://choices.example/</IconClickThrough>
                <IconClickTracking id="k">https://t.example/ik</IconClickTracking></IconClicks>
                <IconViewTracking>https://t.example/iv1</IconViewTracking>
                <IconViewTracking>https://t.example/iv2</IconViewTracking></Icon></Icons>
                """, version: "3.0"),
            .linear(
                Document.Version(3, 0),
                Linear(icons: [
                    Icon(
                        program: "AdChoices", width: 77, height: 15, x: .pixels(10), y: .end, offset: .seconds(5),
                        duration: .milliseconds(15_500), apiFramework: "VPAID",
                        resources: [.file(url: "https://m.example/i.gif", type: "image/gif")],
                        clickThrough: "https://choices.example/",
                        clickTracking: [Click(id: "k", url: "https://t.example/ik")],
                        viewTracking: ["https://t.example/iv1", "https://t.example/iv2"])
                ]))),
        SampleDocument(
            "4.2: an icon with words and pictures for televisions",
            Wrapped.linear(
                """
                <Icons><Icon xPosition="left" yPosition="top" pxratio="1.5" altText="About this ad" hoverText="Why?">
                <HTMLResource><![CDATA[<b/>]]></HTMLResource><IconClicks><IconClickFallbackImages>
                <IconClickFallbackImage width="950" height="600"><AltText>A page</AltText>
                <StaticResource creativeType="image/png">https://m.example/p.png</StaticResource></IconClickFallbackImage>
                <IconClickFallbackImage width="640" height="480"/></IconClickFallbackImages></IconClicks></Icon></Icons>
                """),
            .linear(
                Linear(icons: [
                    Icon(
                        x: .start, y: .start, pixelRatio: 1.5, altText: "About this ad", hoverText: "Why?",
                        resources: [.html("<b/>")],
                        fallbackImages: [
                            Icon.FallbackImage(
                                width: 950, height: 600, altText: "A page", url: "https://m.example/p.png"),
                            Icon.FallbackImage(width: 640, height: 480),
                        ])
                ]))),
        SampleDocument(
            "icons with places that are none",
            Wrapped.linear(
                """
                <Icons><Icon xPosition="top" yPosition="left"/><Icon xPosition="-5" yPosition="12.7" width="x"/>
                <Icon xPosition="RIGHT" yPosition="" duration="-1" offset="soon"/></Icons>
                """),
            .linear(Linear(icons: [Icon(), Icon(y: .pixels(12)), Icon(x: .end)]))),
    ]

    /// Verifications and viewability.
    static let measured = [
        SampleDocument(
            "4.0: when the ad was seen",
            Wrapped.inLine(
                """
                <ViewableImpression id="v"><Viewable>https://t.example/v1</Viewable><Viewable>https://t.example/v2</Viewable>
                <NotViewable>https://t.example/n</NotViewable><ViewUndetermined>https://t.example/u</ViewUndetermined>
                <Viewable/></ViewableImpression>
                """, version: "4.0"),
            .inLine(
                Document.Version(4, 0),
                InLine(
                    parts: AdParts(
                        viewableImpression: ViewableImpression(
                            id: "v", viewable: ["https://t.example/v1", "https://t.example/v2"],
                            notViewable: ["https://t.example/n"], undetermined: ["https://t.example/u"]))))),
        SampleDocument(
            "4.1: verifications of two vendors",
            Wrapped.inLine(
                """
                <AdVerifications><Verification vendor="a.example-omid"><JavaScriptResource apiFramework="omid"
                browserOptional="true">https://m.example/omid.js</JavaScriptResource><ExecutableResource apiFramework="omid"
                type="application/x-b">https://m.example/b</ExecutableResource><TrackingEvents>
                <Tracking event="verificationNotExecuted">https://t.example/no?r=[REASON]</Tracking></TrackingEvents>
                <VerificationParameters><![CDATA[{"a":"<b>"}]]></VerificationParameters></Verification>
                <Verification vendor="b.example"><JavaScriptResource>https://m.example/b.js</JavaScriptResource>
                <ExecutableResource language="swift">https://m.example/c</ExecutableResource></Verification></AdVerifications>
                """, version: "4.1"),
            .inLine(
                Document.Version(4, 1),
                InLine(
                    parts: AdParts(verifications: [
                        Verification(
                            vendor: "a.example-omid",
                            scripts: [
                                Verification.Script(
                                    url: "https://m.example/omid.js", apiFramework: "omid", isBrowserOptional: true),
                                Verification.Script(
                                    url: "https://m.example/b", apiFramework: "omid",
                                    executableType: "application/x-b"),
                            ],
                            trackingEvents: [
                                TrackingEvent(.verificationNotExecuted, url: "https://t.example/no?r=[REASON]")
                            ],
                            parameters: "{\"a\":\"<b>\"}"),
                        Verification(
                            vendor: "b.example",
                            scripts: [
                                Verification.Script(url: "https://m.example/b.js"),
                                Verification.Script(url: "https://m.example/c", executableType: "swift"),
                            ]),
                    ])))),
        SampleDocument(
            "2.0: verifications in an extension",
            Wrapped.inLine(
                """
                <Extensions><Extension type="AdVerifications"><AdVerifications><Verification vendor="v"/></AdVerifications>
                </Extension><Extension type="adverifications"><Verification vendor="w"/></Extension></Extensions>
                """, version: "2.0"),
            .inLine(
                Document.Version(2, 0),
                InLine(parts: AdParts(verifications: [Verification(vendor: "v"), Verification(vendor: "w")])))),
        SampleDocument(
            "3.0: verifications in an extension of another type are not read",
            Wrapped.inLine(
                "<Extensions><Extension type=\"x\"><AdVerifications/></Extension></Extensions>", version: "3.0"),
            .inLine(
                Document.Version(3, 0),
                InLine(
                    parts: AdParts(extensions: [
                        Extension(
                            type: "x",
                            element: Extension.Element(
                                name: "Extension", attributes: ["type": "x"],
                                content: [.element(Extension.Element(name: "AdVerifications"))]))
                    ])))),
    ]
}
