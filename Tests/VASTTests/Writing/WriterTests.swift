import Foundation
import Testing

@testable import VAST

/// The exact text of written documents, and the parts that a version lacks.
@Suite struct WriterTests {
    /// The smallest document that both versions accept.
    static let film = Document(
        ads: [
            Ad(
                id: "1",
                content: .inLine(
                    InLine(
                        parts: AdParts(
                            system: AdSystem(name: "Fir & Co", version: "2"),
                            impressions: ["https://t.example/i?a=1&b=2"],
                            creatives: [
                                Creative(
                                    id: "c",
                                    linear: Linear(
                                        duration: .milliseconds(30_500),
                                        mediaFiles: [
                                            MediaFile(
                                                url: "https://m.example/a.mp4", type: "video/mp4", width: 640,
                                                height: 360)
                                        ]))
                            ]), title: "<Film>", servingID: "s")))
        ])

    @Test func `4·2 letter by letter`() throws {
        let written = try DocumentWriter(edition: .vast42).write(Self.film)
        #expect(
            written.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="1"><InLine>\
                <AdSystem version="2">Fir &amp; Co</AdSystem>\
                <Impression><![CDATA[https://t.example/i?a=1&b=2]]></Impression><AdServingId>s</AdServingId>\
                <AdTitle>&lt;Film&gt;</AdTitle><Creatives><Creative id="c"><Linear><Duration>00:00:30.500</Duration>\
                <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">\
                <![CDATA[https://m.example/a.mp4]]></MediaFile></MediaFiles></Linear>\
                <UniversalAdId idRegistry="unknown">unknown</UniversalAdId></Creative></Creatives></InLine></Ad></VAST>
                """)
        #expect(written.omissions.isEmpty)
    }

    @Test func `3·0 letter by letter`() throws {
        let written = try DocumentWriter(edition: .vast30).write(Self.film)
        #expect(
            written.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <VAST version="3.0"><Ad id="1"><InLine><AdSystem version="2">Fir &amp; Co</AdSystem>\
                <AdTitle>&lt;Film&gt;</AdTitle><Impression><![CDATA[https://t.example/i?a=1&b=2]]></Impression>\
                <Creatives><Creative id="c"><Linear><Duration>00:00:30.500</Duration>\
                <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">\
                <![CDATA[https://m.example/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
                """)
        #expect(written.omissions == ["VAST/Ad[0]/InLine/AdServingId"])
    }

    @Test(arguments: DocumentWriter.Edition.allCases)
    func `a document without ads keeps its Error addresses`(edition: DocumentWriter.Edition) throws {
        let none = Document(errors: ["https://t.example/none"])
        let text = try DocumentWriter(edition: edition).write(none).text
        #expect(text.hasSuffix("><Error><![CDATA[https://t.example/none]]></Error></VAST>"))
        #expect(try SchemaCheck.violations(in: text, edition).isEmpty)
    }

    struct Loss: Sendable, CustomTestStringConvertible {
        let name: String
        let edition: DocumentWriter.Edition
        let omissions: [String]
        let change: @Sendable (inout InLine, inout Creative, inout Linear) -> Void
        var testDescription: String { "\(name) in \(edition)" }

        init(
            _ name: String, _ edition: DocumentWriter.Edition, _ omissions: [String],
            _ change: @escaping @Sendable (inout InLine, inout Creative, inout Linear) -> Void
        ) {
            (self.name, self.edition, self.omissions, self.change) = (name, edition, omissions, change)
        }
    }

    /// Paths below `VAST/Ad[0]/InLine/`.
    static let losses = [
        Loss("categories", .vast30, ["Category"]) { ad, _, _ in ad.categories = [Ad.Category(code: "1")] },
        Loss("expiry", .vast30, ["Expires"]) { ad, _, _ in ad.expires = .seconds(1) },
        Loss("viewability", .vast30, ["ViewableImpression"]) { ad, _, _ in
            ad.parts.viewableImpression = ViewableImpression(viewable: ["v"])
        },
        Loss("an advertiser's id", .vast30, ["Advertiser/@id"]) { ad, _, _ in
            ad.advertiser = InLine.Advertiser(id: "a", name: "A")
        },
        Loss("an advertiser's id", .vast42, ["Advertiser/@id"]) { ad, _, _ in
            ad.advertiser = InLine.Advertiser(id: "a", name: "A")
        },
        Loss("a second error", .vast30, ["Error[1]"]) { ad, _, _ in ad.parts.errors = ["e", "f"] },
        Loss("a second error", .vast42, []) { ad, _, _ in ad.parts.errors = ["e", "f"] },
        Loss("an extension's attributes", .vast42, ["Extension[0]/@note", "Extension[0]/@other"]) { ad, _, _ in
            let attributes = ["note": "n", "other": "o"]
            ad.parts.extensions = [Extension(element: Extension.Element(name: "Extension", attributes: attributes))]
        },
        Loss("an extension's text", .vast30, ["Extension[0]/text()"]) { ad, _, _ in
            ad.parts.extensions = [Extension(element: Extension.Element(name: "Extension", content: [.text("t")]))]
        },
        Loss("a framework of a creative", .vast30, ["Creatives/Creative[0]/@apiFramework"]) { _, creative, _ in
            creative.apiFramework = "SIMID"
        },
        Loss("captions", .vast30, ["Creatives/Creative[0]/Linear/MediaFiles/ClosedCaptionFiles"]) { _, _, linear in
            linear.closedCaptions = [ClosedCaptions(url: "c")]
        },
        Loss(
            "size and kind of a file", .vast30,
            [
                "Creatives/Creative[0]/Linear/MediaFile[0]/@fileSize",
                "Creatives/Creative[0]/Linear/MediaFile[0]/@mediaType",
            ]
        ) { _, _, linear in
            linear.mediaFiles[0].size = 9
            linear.mediaFiles[0].mediaType = "3D"
        },
        Loss("loaded", .vast30, ["Creatives/Creative[0]/Linear/TrackingEvents/loaded"]) { _, _, linear in
            linear.trackingEvents = [TrackingEvent(.loaded, url: "l")]
        },
        Loss("an event of the text alone", .vast42, ["Creatives/Creative[0]/Linear/TrackingEvents/notUsed"]) {
            _, _, linear in linear.trackingEvents = [TrackingEvent(.notUsed, url: "l")]
        },
        Loss("the start of an interactive file", .vast42, []) { _, _, linear in
            linear.trackingEvents = [TrackingEvent(.interactiveStart, url: "l")]
        },
        Loss("clicks of every kind", .vast42, []) { _, _, linear in
            linear.clicks = VideoClicks(through: "t", tracking: ["c"], custom: ["x"])
        },
        Loss("parts of every kind", .vast42, []) { _, creative, _ in
            creative.extensions = [Extension(element: Extension.Element(name: "CreativeExtension"))]
            creative.companions = CompanionAds(items: [Companion(width: 1, height: 1)])
            creative.nonLinear = NonLinearAds(items: [NonLinear(width: 1, height: 1)])
        },
        Loss("progress without an offset", .vast42, ["Creatives/Creative[0]/Linear/TrackingEvents/progress"]) {
            _, _, linear in linear.trackingEvents = [TrackingEvent(.progress, url: "l")]
        },
        Loss("words of an icon", .vast42, ["Creatives/Creative[0]/Linear/Icon[0]/@altText"]) { _, _, linear in
            linear.icons = [Icon(altText: "a")]
        },
        Loss("words beside an icon", .vast42, ["Creatives/Creative[0]/Linear/Icon[0]/@hoverText"]) { _, _, linear in
            linear.icons = [Icon(hoverText: "h")]
        },
        Loss("words beside an icon", .vast30, ["Creatives/Creative[0]/Linear/Icon[0]/@hoverText"]) { _, _, linear in
            linear.icons = [Icon(program: "p", width: 1, height: 1, x: .start, y: .end, hoverText: "h")]
        },
        Loss(
            "pictures for televisions", .vast30, ["Creatives/Creative[0]/Linear/Icon[0]/IconClickFallbackImages"]
        ) { _, _, linear in
            linear.icons = [
                Icon(program: "p", width: 1, height: 1, x: .start, y: .end, fallbackImages: [Icon.FallbackImage()])
            ]
        },
        Loss("a mode of a companion", .vast30, ["Creatives/Creative[0]/CompanionAds/Companion[0]/@renderingMode"]) {
            _, creative, _ in
            creative.companions = CompanionAds(items: [Companion(width: 1, height: 1, renderingMode: .endCard)])
        },
        Loss("a second resource", .vast30, ["Creatives/Creative[0]/CompanionAds/Companion[0]/IFrameResource"]) {
            _, creative, _ in
            creative.companions = CompanionAds(items: [
                Companion(width: 1, height: 1, resources: [.html("h"), .frame(url: "f")])
            ])
        },
        Loss("what 3.0 carries in extensions", .vast30, []) { _, creative, linear in
            creative.universalIDs = [UniversalAdID(registry: "r", value: "v")]
            linear.mezzanines = [Mezzanine(url: "m", type: "video/mov")]
            linear.interactiveFiles = [InteractiveFile(url: "i")]
        },
    ]

    @Test(arguments: losses) func `a part that the version lacks is named`(loss: Loss) throws {
        let written = try DocumentWriter(edition: loss.edition).write(Self.film.changed(loss.change))
        let expected = (loss.edition == .vast30 ? ["AdServingId"] : []) + loss.omissions
        #expect(Set(written.omissions) == Set(expected.map { "VAST/Ad[0]/InLine/" + $0 }))
        #expect(try SchemaCheck.violations(in: written.text, loss.edition).isEmpty)
        #expect(throws: Never.self) { try DocumentParser().parse(written.text) }
    }

    @Test func `the media of a wrapper are left out and named`() throws {
        let linear = Linear(
            duration: .seconds(1), mediaFiles: [MediaFile(url: "m", type: "t")],
            mezzanines: [Mezzanine(url: "z", type: "t")], interactiveFiles: [InteractiveFile(url: "i")],
            closedCaptions: [ClosedCaptions(url: "c")], clicks: VideoClicks(through: "k"),
            parameters: AdParameters(text: "p"))
        let wrapper = Wrapper(
            parts: AdParts(
                system: AdSystem(name: "W"), impressions: ["i"],
                creatives: [Creative(universalIDs: [UniversalAdID(registry: "r", value: "v")], linear: linear)]),
            tag: "https://next.example/")
        let written = try DocumentWriter().write(Document(ads: [Ad(content: .wrapper(wrapper))]))
        let path = "VAST/Ad[0]/Wrapper/Creatives/Creative[0]/"
        #expect(
            Set(written.omissions)
                == Set(
                    [
                        "UniversalAdId", "Linear/Duration", "Linear/AdParameters", "Linear/MediaFiles/MediaFile",
                        "Linear/MediaFiles/ClosedCaptionFiles", "Linear/MediaFiles/Mezzanine",
                        "Linear/MediaFiles/InteractiveCreativeFile",
                    ].map { path + $0 }))
        #expect(written.text.contains("<VideoClicks><ClickThrough><![CDATA[k]]></ClickThrough></VideoClicks>"))
        #expect(try SchemaCheck.violations(in: written.text, .vast42).isEmpty)
    }

    /// Parts of a wrapper that its version lacks, each by its own name.
    static let wrapperLosses: [(edition: DocumentWriter.Edition, wrapper: Wrapper, omissions: [String])] = [
        (.vast30, Wrapper(tag: "n", followsAdditionalWrappers: true), ["@followAdditionalWrappers"]),
        (.vast30, Wrapper(tag: "n", allowsMultipleAds: true), ["@allowMultipleAds"]),
        (.vast30, Wrapper(tag: "n", fallsBackOnNoAd: false), ["@fallbackOnNoAd"]),
        (
            .vast42,
            Wrapper(parts: overlay(NonLinear(width: 1, resources: [.frame(url: "f")], clickThrough: "k")), tag: "n"),
            ["@width", "IFrameResource", "NonLinearClickThrough"].map { nonLinear + $0 }
        ),
        (
            .vast30,
            Wrapper(parts: overlay(NonLinear(resources: [.html("h")], parameters: AdParameters(text: "p"))), tag: "n"),
            ["HTMLResource", "AdParameters"].map { nonLinear + $0 }
        ),
    ]

    private static let nonLinear = "Creatives/Creative[0]/NonLinearAds/NonLinear[0]/"

    private static func overlay(_ item: NonLinear) -> AdParts {
        AdParts(creatives: [Creative(nonLinear: NonLinearAds(items: [item]))])
    }

    @Test(arguments: wrapperLosses.indices) func `a part that a wrapper's version lacks is named`(index: Int) throws {
        let row = Self.wrapperLosses[index]
        var wrapper = row.wrapper
        (wrapper.parts.system, wrapper.parts.impressions) = (AdSystem(name: "W"), ["i"])
        let document = Document(ads: [Ad(content: .wrapper(wrapper))])
        let written = try DocumentWriter(edition: row.edition).write(document)
        #expect(Set(written.omissions) == Set(row.omissions.map { "VAST/Ad[0]/Wrapper/" + $0 }))
        #expect(try SchemaCheck.violations(in: written.text, row.edition).isEmpty)
    }
}

extension Document {
    /// The first ad changed.
    func changed(_ change: (inout InLine, inout Creative, inout Linear) -> Void) throws -> Document {
        var document = self
        var inLine = try #require(firstInLine)
        var creative = try #require(firstCreative)
        var linear = try #require(firstLinear)
        change(&inLine, &creative, &linear)
        creative.linear = linear
        inLine.parts.creatives[0] = creative
        document.ads[0].content = .inLine(inLine)
        return document
    }
}
