import Foundation

@testable import VAST

extension SampleDocument {
    /// The same small document as different programs write it.
    static let foreign = spelled + encoded

    private static let same = Document(
        version: Document.Version(4, 0), errors: ["https://t.example/é€😀?a=1&b=2"],
        ads: [
            Ad(id: "1", content: .inLine(InLine(parts: AdParts(creatives: [Creative(adID: "x", linear: Linear())]))))
        ])

    private static let body = """
        <Error><![CDATA[https://t.example/é€😀?a=1&b=2]]></Error><Ad id="1"><InLine><Creatives>\
        <Creative adId="x"><Linear/></Creative></Creatives></InLine></Ad></VAST>
        """

    private static let spelled = [
        SampleDocument("in the standard's spelling", "<VAST version=\"4.0\">" + body, same),
        SampleDocument(
            "in capitals",
            """
            <VAST VERSION="4.0"><ERROR>https://t.example/é€😀?a=1&amp;b=2</ERROR><AD ID="1"><INLINE><CREATIVES>
            <CREATIVE ADID="x"><LINEAR/></CREATIVE></CREATIVES></INLINE></AD></VAST>
            """, same),
        SampleDocument(
            "in small letters",
            """
            <vast version='4.0'><error>https://t.example/é€😀?a=1&amp;b=2</error><ad id='1'><inline><creatives>
            <creative adid='x'><linear/></creative></creatives></inline></ad></vast>
            """, same),
        SampleDocument("in a namespace", "<VAST xmlns=\"http://www.iab.com/VAST\" version=\"4.0\">" + body, same),
        SampleDocument(
            "with prefixes, declared and not",
            """
            <v:VAST xmlns:v="http://www.iab.com/VAST" version="4.0"><v:Error>https://t.example/é€😀?a=1&amp;b=2</v:Error>
            <w:Ad id="1"><v:InLine><v:Creatives><v:Creative v:adId="y" adId="x"><v:Linear/></v:Creative></v:Creatives>
            </v:InLine></w:Ad></v:VAST>
            """, same),
        SampleDocument(
            "text in pieces",
            """
            <VAST version="4.0"><Error> https://t<![CDATA[.example/]]>&#xE9;<!-- no -->€<?no?>&#128512;<![CDATA[?a=1&]]>b=2
            </Error><Ad id="1"><InLine><Creatives><Creative adId="x"><Linear/></Creative></Creatives></InLine></Ad></VAST>
            """, same),
        SampleDocument(
            "line ends of other systems",
            "<?xml version=\"1.0\"?>\r\n<VAST\r\n version=\"4.0\">\r\n" + body + "\r\n\r\n", same),
        SampleDocument(
            "white space before the declaration, and a word after the document",
            "\n  <?xml version=\"1.0\"?><VAST version=\" 4.0 \">" + body + "\n<!-- bye -->", same),
    ]

    private static let encoded: [SampleDocument] = {
        let plain = "<VAST version=\"4.0\">" + body
        let declared = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + plain
        func bytes(_ text: String, isBig: Bool) -> Data {
            Data(
                text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        }
        return [
            SampleDocument("UTF-8 with a mark", data: [0xEF, 0xBB, 0xBF] + Data(plain.utf8), same),
            SampleDocument("UTF-16, big end first", data: [0xFE, 0xFF] + bytes(declared, isBig: true), same),
            SampleDocument("UTF-16, little end first", data: [0xFF, 0xFE] + bytes(declared, isBig: false), same),
            SampleDocument("UTF-16 without a mark", data: bytes(declared, isBig: false), same),
            SampleDocument("UTF-8 that declares UTF-16", data: Data(declared.utf8), same),
        ]
    }()
}
