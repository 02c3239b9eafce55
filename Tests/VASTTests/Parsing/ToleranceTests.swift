import Foundation
import Testing

@testable import VAST

/// ADS-095, ADS-096, ADS-120, ADS-177…179: documents that servers send and no schema allows.
@Suite struct ToleranceTests {
    static let error: [URLTemplate] = ["https://e.example/1"]

    static let sameDocument: [(String, String)] = [
        ("as it should be", "<VAST version=\"3.0\"><Error><![CDATA[https://e.example/1]]></Error></VAST>"),
        ("plain text", "<VAST version=\"3.0\"><Error>https://e.example/1</Error></VAST>"),
        ("white space around", "<VAST version=\"3.0\"><Error>\n\t <![CDATA[ https://e.example/1\n ]]> </Error></VAST>"),
        ("several sections", "<VAST version=\"3.0\"><Error><![CDATA[https://]]><![CDATA[e.example]]>/1</Error></VAST>"),
        ("references", "<VAST version=\"3.0\"><Error>https:&#47;&#x2F;e.example/1</Error></VAST>"),
        ("a comment inside", "<VAST version=\"3.0\"><Error>https://e.<!-- x -->example/1</Error></VAST>"),
        ("an instruction inside", "<VAST version=\"3.0\"><Error>https://e.<?x y?>example/1</Error></VAST>"),
        ("an instruction of one letter inside", "<VAST version=\"3.0\"><Error>https://e.<?x?>example/1</Error></VAST>"),
        (
            "instructions without data around",
            "<?page?><VAST version=\"3.0\"><?é?><Error>https://e.example/1</Error></VAST><?end?><?x?>"
        ),
        ("an element inside", "<VAST version=\"3.0\"><Error>https://e.<b>no</b>example/1</Error></VAST>"),
        ("upper case", "<VAST VERSION=\"3.0\"><ERROR>https://e.example/1</ERROR></VAST>"),
        ("lower case", "<vast version=\"3.0\"><error>https://e.example/1</error></vast>"),
        (
            "a namespace",
            "<VAST xmlns=\"http://www.iab.com/VAST\" version=\"3.0\"><Error>https://e.example/1</Error></VAST>"
        ),
        ("a prefix", "<v:VAST xmlns:v=\"urn:v\" version=\"3.0\"><v:Error>https://e.example/1</v:Error></v:VAST>"),
        ("a prefixed attribute", "<VAST xmlns:v=\"urn:v\" v:version=\"3.0\"><Error>https://e.example/1</Error></VAST>"),
        ("an undeclared prefix", "<v:VAST version=\"3.0\"><v:Error>https://e.example/1</v:Error></v:VAST>"),
        ("stray text", "<VAST version=\"3.0\"> // note <Error>https://e.example/1</Error> // note </VAST>"),
        ("unknown elements", "<VAST version=\"3.0\"><X><Error>no</Error></X><Error>https://e.example/1</Error></VAST>"),
        ("unknown attributes", "<VAST a=\"1\" version=\" 3.0 \"><Error b=\"2\">https://e.example/1</Error></VAST>"),
        ("an empty Error", "<VAST version=\"3.0\"><Error/><Error> </Error><Error>https://e.example/1</Error></VAST>"),
        (
            "white space before the declaration",
            " \n<?xml version=\"1.0\"?><VAST version=\"3.0\"><Error>https://e.example/1</Error></VAST>"
        ),
        ("comments around", "<!-- a --><VAST version=\"3.0\"><Error>https://e.example/1</Error></VAST><!-- b -->"),
        ("a relative namespace", "<VAST xmlns=\"vast.xsd\" version=\"3.0\"><Error>https://e.example/1</Error></VAST>"),
        (
            "a schema's place",
            "<VAST xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"vast.xsd\" version=\"3.0\"><Error>https://e.example/1</Error></VAST>"
        ),
        ("version in words of three parts", "<VAST version=\"3.0.0\"><Error>https://e.example/1</Error></VAST>"),
    ]

    @Test(arguments: sameDocument) func `a document is parsed the same however it is written`(
        name: String, text: String
    )
        throws
    {
        let document = try DocumentParser().parse(Data(text.utf8))
        #expect(document == Document(version: Document.Version(3, 0), errors: Self.error))
    }

    static let encodings: [(String, Data)] = {
        let body = "<VAST version=\"4.0\"><Error>https://e.example/é€😀</Error></VAST>"
        func little(_ text: String) -> Data { Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) }
        func big(_ text: String) -> Data { Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) }
        func declared(_ name: String) -> String { "<?xml version=\"1.0\" encoding=\"\(name)\"?>\(body)" }
        return [
            ("UTF-8", Data(declared("UTF-8").utf8)), ("utf8", Data(declared("utf8").utf8)),
            ("UTF-8 with a mark", Data([0xEF, 0xBB, 0xBF]) + Data(declared("UTF-8").utf8)),
            ("a mark against the declaration", Data([0xEF, 0xBB, 0xBF]) + Data(declared("iso-8859-1").utf8)),
            ("UTF-16 in name only", Data(declared("UTF-16").utf8)),
            ("UTF-16 little-endian", Data([0xFF, 0xFE]) + little(declared("UTF-16"))),
            ("UTF-16 big-endian", Data([0xFE, 0xFF]) + big(declared("UTF-16"))),
            ("UTF-16 little-endian, no mark", little(declared("UTF-16LE"))),
            ("UTF-16 big-endian, no mark", big(declared("UTF-16BE"))),
            ("UTF-16, no declaration", Data([0xFF, 0xFE]) + little(body)),
            ("UTF-16 that says UTF-8", Data([0xFF, 0xFE]) + little(declared("utf-8"))),
        ]
    }()

    @Test(arguments: encodings) func `an encoding makes no difference`(name: String, data: Data) throws {
        #expect(try DocumentParser().parse(data).errors == ["https://e.example/é€😀"])
    }

    @Test(arguments: ["ISO-8859-1", "windows-1252", "Latin1"]) func `Latin encodings are parsed`(name: String) throws {
        let head = "<?xml version='1.0' encoding='\(name)'?><VAST version='2.0'><Error>e</Error><Ad><InLine><AdTitle>"
        let data = Data(head.utf8) + [0xE9, 0x80, 0xFC] + Data("</AdTitle></InLine></Ad></VAST>".utf8)
        #expect(try DocumentParser().parse(data).firstInLine?.title == "é€ü")
    }

    @Test(arguments: ["", "\u{FEFF}", "\u{FEFF}\n "]) func `a text may begin with a byte order mark`(start: String)
        throws
    {
        let text = start + "<?xml version='1.0' encoding='UTF-16'?><VAST version='2.0'><Error>é</Error></VAST>"
        #expect(try DocumentParser().parse(text).errors == ["é"])
        #expect(try DocumentParser().parse(text[...]).errors == ["é"])
        #expect(try DocumentParser().parse([UInt8](text.utf8)).errors == ["é"])
    }

    @Test func `a slice of data is parsed by its own indices`() throws {
        let text =
            "<?xml version='1.0' encoding='UTF-16'?><VAST version='4.0'><?x?><Error>https://e.example/é€😀</Error></VAST>"
        let slice = (Data("12345".utf8) + Data(text.utf8)).dropFirst(5)
        #expect(slice.startIndex == 5)
        #expect(try DocumentParser().parse(slice).errors == ["https://e.example/é€😀"])
    }

    @Test func `invalid UTF-8 without a declared encoding is refused`() {
        let data = Data("<VAST version='2.0'><Error>".utf8) + [0xE9] + Data("</Error></VAST>".utf8)
        #expect(throws: ParseError.self) { try DocumentParser().parse(data) }
    }

    @Test func `a text is parsed whatever encoding it declares`() throws {
        let text = "<?xml version='1.0' encoding='iso-8859-1'?><VAST version='2.0'><Error>é</Error></VAST>"
        #expect(try DocumentParser().parse(text).errors == ["é"])
    }

    @Test func `a missing version means 2.0 and stays nil`() throws {
        let document = try DocumentParser().parse("<VAST><Error>https://e.example/1</Error></VAST>")
        #expect(document == Document(version: nil, errors: Self.error))
    }

    @Test(arguments: ["", " \n\t", "\u{FEFF}"]) func `an empty answer is a document without ads`(text: String) throws {
        #expect(try DocumentParser().parse(Data(text.utf8)) == Document(version: nil))
    }

    /// XML 1.0, section 2.11. A section longer than 300 bytes arrives in pieces, and a piece may end between the two
    /// characters.
    @Test(arguments: ["a\r\nb", "a\rb", "a\r\rb", "a\n\rb", "a\r\n\r\nb", String(repeating: "ab\r\n", count: 999)])
    func `line ends become line feeds inside and outside of CDATA`(text: String) throws {
        let expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmed
        for body in [text, "<![CDATA[\(text)]]>"] {
            for data in [Data(Wrapped.inLine("<Description>\(body)</Description>").utf8), Self.utf16(body)] {
                #expect(try DocumentParser().parse(data).firstInLine?.description == expected)
            }
        }
        let kept = Wrapped.linear("<AdParameters><![CDATA[a&#13;]]>\r&#13;&#10;b</AdParameters>")
        #expect(try DocumentParser().parse(kept).firstLinear?.parameters?.text == "a&#13;\n\r\nb")
    }

    private static func utf16(_ body: String) -> Data {
        Wrapped.inLine("<Description>\(body)</Description>").utf16.reduce(into: Data([0xFE, 0xFF])) { data, unit in
            data += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
    }

    @Test func `a macro whose bracket closes a CDATA section is kept as written`() throws {
        let text = Wrapped.inLine("<Impression><![CDATA[https://t.example/?p=[CONTENTPLAYHEAD]]></Impression>")
        #expect(
            try DocumentParser().parse(text).firstInLine?.parts.impressions == ["https://t.example/?p=[CONTENTPLAYHEAD"]
        )
    }

    @Test func `a macro at the end of a CDATA section keeps its bracket`() throws {
        let text = Wrapped.inLine("<Impression><![CDATA[https://t.example/?e=[ERRORCODE]]]></Impression>")
        #expect(try DocumentParser().parse(text).firstInLine?.parts.impressions == ["https://t.example/?e=[ERRORCODE]"])
    }

    @Test func `an element at the wrong place is not mistaken for another`() throws {
        let text = Wrapped.creative(
            """
            <Linear><TrackingEvents><Tracking event="start">l</Tracking></TrackingEvents></Linear>
            <NonLinearAds><TrackingEvents><Tracking event="start">n</Tracking></TrackingEvents></NonLinearAds>
            <CompanionAds><Companion><TrackingEvents><Tracking event="creativeView">c</Tracking></TrackingEvents>
            </Companion></CompanionAds><TrackingEvents><Tracking event="start">nowhere</Tracking></TrackingEvents>
            """)
        let creative = try #require(try DocumentParser().parse(text).firstCreative)
        #expect(creative.linear?.trackingEvents == [TrackingEvent(.start, url: "l")])
        #expect(creative.nonLinear?.trackingEvents == [TrackingEvent(.start, url: "n")])
        #expect(creative.companions?.items.first?.trackingEvents == [TrackingEvent(.creativeView, url: "c")])
    }

    @Test func `an ad without content is ignored, and a wrapper without an address is kept`() throws {
        let text = """
            <VAST version="3.0"><Ad id="a"/><Ad id="b"><Wrapper><AdSystem>S</AdSystem></Wrapper></Ad>
            <Ad id="c"><InLine/></Ad></VAST>
            """
        #expect(try DocumentParser().parse(text).ads.map(\.id) == ["b", "c"])
    }

    @Test func `a parser returns nothing of an earlier document`() throws {
        let parser = DocumentParser()
        let good = Wrapped.inLine("<AdTitle>one</AdTitle><Error>e</Error>")
        let first = try parser.parse(good)
        #expect(throws: ParseError.self) { try parser.parse("<VAST version='3.0'><Error>leak</Error><Ad>") }
        #expect(try parser.parse("<VAST version='3.0'/>") == Document(version: Document.Version(3, 0)))
        #expect(try parser.parse(good) == first)
    }

    @Test func `documents are parsed in parallel`() async throws {
        let parser = DocumentParser()
        let titles = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let isBroken = index.isMultiple(of: 5)
                    let text = Wrapped.inLine("<AdTitle>\(index)</AdTitle>") + (isBroken ? "<x>" : "")
                    guard let document = try? parser.parse(text) else { return isBroken }
                    return !isBroken && document.firstInLine?.title == "\(index)"
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(titles == 200)
    }
}
