import Foundation
import Testing

@testable import VAST

/// ADS-094, ADS-097: refused documents, with code and position.
@Suite struct MalformationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let code: Int
        let line: Int
        let column: Int
        var mode = DocumentParser.Mode.lenient
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "tags that do not match", text: "<VAST version=\"3.0\">\n <Ad>\n</VAST>", code: 100, line: 3,
            column: 8),
        Row(name: "end missing", text: "<VAST version=\"3.0\">\n <Ad>\n", code: 100, line: 2, column: 6),
        Row(name: "nothing but a tag's start", text: "<VAST", code: 100, line: 1, column: 6),
        Row(name: "no markup", text: "no ad today", code: 100, line: 1, column: 1),
        Row(name: "two roots", text: "<VAST version=\"3.0\"/><VAST/>", code: 100, line: 1, column: 22),
        Row(name: "text after the root", text: "<VAST version=\"3.0\"/>\nbye", code: 100, line: 2, column: 1),
        Row(
            name: "bare ampersand", text: "<VAST version=\"3.0\">\n<Error>a?b=1&c=2</Error></VAST>", code: 100, line: 2,
            column: 15),
        Row(
            name: "unknown entity", text: "<VAST version=\"3.0\"><Error>a&nbsp;b</Error></VAST>", code: 100, line: 1,
            column: 35),
        Row(name: "unquoted attribute", text: "<VAST version=3.0/>", code: 100, line: 1, column: 15),
        Row(name: "attribute twice", text: "<VAST version=\"3.0\" version=\"3.0\"/>", code: 100, line: 1, column: 34),
        Row(name: "attribute without value", text: "<VAST version/>", code: 100, line: 1, column: 14),
        Row(name: "less-than in attribute", text: "<VAST version=\"<\"/>", code: 100, line: 1, column: 16),
        Row(
            name: "open CDATA", text: "<VAST version=\"3.0\"><Error><![CDATA[x</Error></VAST>", code: 100, line: 1,
            column: 37),
        Row(
            name: "end of CDATA in text", text: "<VAST version=\"3.0\"><Error>x]]>y</Error></VAST>", code: 100, line: 1,
            column: 29),
        Row(name: "open comment", text: "<VAST version=\"3.0\"><!-- x </VAST>", code: 100, line: 1, column: 35),
        Row(name: "control character", text: "<VAST version=\"3.0\">\u{1}</VAST>", code: 100, line: 1, column: 21),
        Row(
            name: "printed annotation in a tag", text: "<VAST version=\"3.0\"><Linear // optional></Linear></VAST>",
            code: 100, line: 1, column: 29),
        Row(
            name: "unreadable encoding", text: "<?xml version=\"1.0\" encoding=\"UTF-7\"?><VAST version=\"3.0\"/>",
            code: 100, line: 1, column: 1),
        Row(
            name: "document type", text: "<?xml version=\"1.0\"?>\n  <!DOCTYPE VAST><VAST version=\"3.0\"/>", code: 100,
            line: 2, column: 3),
        Row(
            name: "document type behind a comment",
            text: "<!-- > --><?x > ?>\n<!DOCTYPE VAST [<!ENTITY a 'b'>]><VAST/>", code: 100, line: 2, column: 1),
        Row(
            name: "declaration after white space", text: "\n<?xml version=\"1.0\"?><VAST version=\"3.0\"/>", code: 100,
            line: 2, column: 6, mode: .strict),
        Row(name: "empty", text: "", code: 100, line: 1, column: 1, mode: .strict),
        Row(name: "only a comment", text: "<!-- nothing -->", code: 100, line: 1, column: 17),
        Row(name: "another root", text: "<html>\n<body/></html>", code: 101, line: 1, column: 6),
        Row(name: "audio template of 1.0", text: "<DAAST version=\"1.0\"/>", code: 101, line: 1, column: 21),
        Row(name: "version missing", text: "<VAST>\n</VAST>", code: 101, line: 1, column: 6, mode: .strict),
        Row(name: "version 1.0 by its root", text: "<VideoAdServingTemplate/>", code: 102, line: 1, column: 24),
        Row(name: "version 1.0 by its number", text: "<VAST version=\"1.0\"/>", code: 102, line: 1, column: 20),
        Row(name: "version 4.4", text: "\n<VAST version=\"4.4\">", code: 102, line: 2, column: 20),
        Row(name: "version 5", text: "<VAST version=\"5\"/>", code: 102, line: 1, column: 18),
        Row(name: "no version at all", text: "<VAST version=\"newest\"/>", code: 102, line: 1, column: 23),
    ]

    @Test(arguments: rows) func `a document is refused with code, line and column`(row: Row) throws {
        let error = try #require(throws: ParseError.self) {
            try DocumentParser(mode: row.mode).parse(Data(row.text.utf8))
        }
        #expect(error.code.rawValue == row.code)
        #expect("\(error.line):\(error.column)" == "\(row.line):\(row.column)", "\(error)")
        #expect(error.message.hasSuffix("."))
    }

    static let missing: [(String, Int, String, String)] = [
        ("AdSystem", 32, "<InLine><AdTitle>T</AdTitle></InLine>", "the AdSystem of an InLine"),
        ("AdTitle", 32, "<InLine><AdSystem>S</AdSystem></InLine>", "the AdTitle of an InLine"),
        (
            "Impression", 32, "<InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle><Impression/></InLine>",
            "an Impression of an InLine"
        ),
        (
            "Creative", 32,
            "<InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle><Impression>i</Impression><Creatives/></InLine>",
            "a Creative of an InLine"
        ),
        ("content", 24, "<Other/>", "an InLine or a Wrapper of an Ad"),
        ("wrapper's AdSystem", 33, "<Wrapper/>", "the AdSystem of a Wrapper"),
        ("wrapper's Impression", 33, "<Wrapper><AdSystem>S</AdSystem></Wrapper>", "an Impression of a Wrapper"),
        (
            "address", 33, "<Wrapper><AdSystem>S</AdSystem><Impression>i</Impression></Wrapper>",
            "the VASTAdTagURI of a Wrapper"
        ),
    ]

    @Test(arguments: missing)
    func `a strict parser names the missing part`(
        name: String, column: Int, ad: String, part: String
    ) throws {
        let text = "<VAST version=\"2.0\"><Ad>\(ad)</Ad></VAST>"
        let error = try #require(throws: ParseError.self) { try DocumentParser(mode: .strict).parse(text) }
        #expect(error.code == .invalidDocument)
        #expect(error.message == "Version 2.0 requires \(part).")
        #expect(error.line == 1 && error.column == column, "\(error)")
        #expect(throws: Never.self) { try DocumentParser().parse(text) }
    }

    static let missingInCreatives: [(String, Int, String, String)] = [
        ("3.0", 129, "<Linear><MediaFiles/></Linear>", "the Duration of a Linear"),
        ("3.0", 129, "<Linear><Duration>1</Duration></Linear>", "a MediaFile of a Linear"),
        (
            "3.0", 129,
            "<Linear><Duration>1</Duration><MediaFiles><MediaFile type=\"video/mp4\">m</MediaFile></MediaFiles></Linear>",
            "delivery, type, width and height of a MediaFile"
        ),
        ("3.0", 156, "<CompanionAds><Companion width=\"1\"/></CompanionAds>", "width and height of a Companion"),
        ("3.0", 157, "<NonLinearAds><NonLinear height=\"1\"/></NonLinearAds>", "width and height of a NonLinear"),
        ("4.0", 121, "<CompanionAds/>", "a UniversalAdId of a Creative"),
        ("4.1", 32, "<UniversalAdId>u</UniversalAdId>", "the AdServingId of an InLine"),
    ]

    @Test(arguments: missingInCreatives)
    func `a strict parser checks creatives by version`(
        version: String, column: Int, creative: String, part: String
    ) throws {
        let text = Wrapped.inLine(
            "<AdSystem>S</AdSystem><AdTitle>T</AdTitle><Impression>i</Impression>"
                + "<Creatives><Creative>\(creative)</Creative></Creatives>", version: version)
        let error = try #require(throws: ParseError.self) { try DocumentParser(mode: .strict).parse(text) }
        #expect(error.message == "Version \(version) requires \(part).")
        #expect(error.line == 1 && error.column == column, "\(error)")
    }
}
