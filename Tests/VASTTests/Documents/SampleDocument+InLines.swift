@testable import VAST

extension SampleDocument {
    /// Parts that describe an ad as a whole.
    static let inLines = [
        SampleDocument("nothing to show", "<VAST version=\"3.0\"/>", Document(version: Document.Version(3, 0))),
        SampleDocument(
            "nothing to show, and where to say so",
            """
            <VAST version="4.1"><Error><![CDATA[https://t.example/none?c=[ERRORCODE]]]></Error>
            <Error>https://t.example/second</Error></VAST>
            """,
            Document(
                version: Document.Version(4, 1),
                errors: ["https://t.example/none?c=[ERRORCODE]", "https://t.example/second"])
        ),
        SampleDocument(
            "2.0: the least that an ad may be",
            """
            <VAST version="2.0"><Ad id="601364"><InLine><AdSystem>Acudeo</AdSystem><AdTitle>Film</AdTitle>
            <Impression>http://t.example/i</Impression><Creatives/></InLine></Ad></VAST>
            """,
            .inLine(
                Document.Version(2, 0), id: "601364",
                InLine(
                    parts: AdParts(system: AdSystem(name: "Acudeo"), impressions: ["http://t.example/i"]),
                    title: "Film"))),
        SampleDocument(
            "2.0: description, survey, two errors, two impressions",
            """
            <VAST version="2.0"><Ad id="2"><InLine><AdSystem version="2.0">Tree</AdSystem><AdTitle>A</AdTitle>
            <Description>B &amp; C</Description><Survey type="text/javascript"> http://t.example/survey </Survey>
            <Error>http://t.example/e1</Error><Error>http://t.example/e2</Error>
            <Impression id="a">http://t.example/i1</Impression><Impression>http://t.example/i2</Impression>
            </InLine></Ad></VAST>
            """,
            .inLine(
                Document.Version(2, 0), id: "2",
                InLine(
                    parts: AdParts(
                        system: AdSystem(name: "Tree", version: "2.0"),
                        impressions: [Impression(id: "a", url: "http://t.example/i1"), "http://t.example/i2"],
                        errors: ["http://t.example/e1", "http://t.example/e2"]),
                    title: "A", description: "B & C", survey: "http://t.example/survey"))),
        SampleDocument(
            "3.0: advertiser and price",
            """
            <VAST version="3.0"><Ad><InLine><Advertiser>Snow &amp; Sons</Advertiser>
            <Pricing model="cpm" currency="USD"><![CDATA[ 25.00 ]]></Pricing></InLine></Ad></VAST>
            """,
            .inLine(
                Document.Version(3, 0),
                InLine(
                    parts: AdParts(pricing: Pricing(model: "cpm", currency: "USD", value: "25.00")),
                    advertiser: InLine.Advertiser(name: "Snow & Sons")))),
        SampleDocument(
            "4.0: categories and a condition",
            """
            <VAST version="4.0"><Ad id="c" conditionalAd="true"><InLine><Category authority="iabtechlab.com">232
            </Category><Category authority="https://other.example">Snow, Ice</Category><Category>bare</Category>
            <Category authority="empty"/></InLine></Ad></VAST>
            """,
            Document(
                version: Document.Version(4, 0),
                ads: [
                    Ad(
                        id: "c", isConditional: true,
                        content: .inLine(
                            InLine(categories: [
                                Ad.Category(authority: "iabtechlab.com", code: "232"),
                                Ad.Category(authority: "https://other.example", code: "Snow, Ice"),
                                Ad.Category(code: "bare"),
                            ])))
                ])),
        SampleDocument(
            "4.1: an ad for the ear that expires",
            """
            <VAST version="4.1"><Ad adType="audio"><InLine><AdServingId>a532d16d-4d7f-4440</AdServingId>
            <Expires>3600</Expires><Advertiser id="ad-7">Snow</Advertiser></InLine></Ad></VAST>
            """,
            Document(
                version: Document.Version(4, 1),
                ads: [
                    Ad(
                        medium: .audio,
                        content: .inLine(
                            InLine(
                                advertiser: InLine.Advertiser(id: "ad-7", name: "Snow"),
                                servingID: "a532d16d-4d7f-4440",
                                expires: .seconds(3600))))
                ])),
        SampleDocument(
            "4.2: an ad for eye and ear",
            "<VAST version=\"4.2\"><Ad adType=\"Hybrid\" sequence=\"1\"><InLine/></Ad></VAST>",
            Document(
                version: Document.Version(4, 2), ads: [Ad(sequence: 1, medium: .hybrid, content: .inLine(InLine()))])),
        SampleDocument(
            "4.3: everything an ad may say",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <VAST version="4.3" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.iab.com/VAST">
            <Ad id="20001" sequence="1" conditionalAd="false" adType="video"><InLine><AdSystem version="4.0">iabtech</AdSystem>
            <Error><![CDATA[https://t.example/error?e=[ERRORCODE]]]></Error><Extensions/>
            <Impression id="I-1"><![CDATA[https://t.example/pixel?t=[TIMESTAMP]]]></Impression>
            <Pricing model="CPV" currency="eur">0.02</Pricing><AdServingId>s-1</AdServingId><AdTitle>Example</AdTitle>
            <AdVerifications/><Advertiser>IAB</Advertiser><Category authority="https://www.iabtechlab.com/c">AD</Category>
            <Creatives/><Description>Words</Description><Expires>60</Expires><Survey>https://t.example/s</Survey>
            <ViewableImpression id="1543"><Viewable><![CDATA[https://t.example/v]]></Viewable></ViewableImpression>
            </InLine></Ad></VAST>
            """,
            Document(
                version: Document.Version(4, 3),
                ads: [
                    Ad(
                        id: "20001", sequence: 1, medium: .video,
                        content: .inLine(
                            InLine(
                                parts: AdParts(
                                    system: AdSystem(name: "iabtech", version: "4.0"),
                                    impressions: [Impression(id: "I-1", url: "https://t.example/pixel?t=[TIMESTAMP]")],
                                    errors: ["https://t.example/error?e=[ERRORCODE]"],
                                    viewableImpression: ViewableImpression(
                                        id: "1543", viewable: ["https://t.example/v"]),
                                    pricing: Pricing(model: "CPV", currency: "eur", value: "0.02")),
                                title: "Example", advertiser: InLine.Advertiser(name: "IAB"), description: "Words",
                                categories: [Ad.Category(authority: "https://www.iabtechlab.com/c", code: "AD")],
                                survey: "https://t.example/s", servingID: "s-1", expires: .seconds(60))))
                ])),
    ]
}
