import Foundation
import Testing

@testable import VAST

/// ADS-094, ADS-097: error 100, with the position and the reason.
@Suite struct WellFormednessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let data: Data
        let place: String
        let reason: String
        var testDescription: String { name }

        /// A row whose second line is tested.
        init(_ name: String, _ line: String, _ place: String, _ reason: String) {
            self.init(name, bytes: Array("<VAST version=\"3.0\">\n\(line)".utf8), place, reason)
        }

        init(_ name: String, bytes: [UInt8], _ place: String, _ reason: String) {
            (self.name, self.place, self.reason) = (name, place, reason)
            data = Data(bytes)
        }
    }

    private static let noCharacter = "a character is not allowed, or is not UTF-8"
    private static let unfinished = "it ends too early, or something follows its root element"

    static let rows = [
        Row(
            "a value that does not end", "<Ad id=\"a>\n</Ad></VAST>", "3:1",
            "an attribute's value holds a less-than sign"),
        Row("two hyphens", "<!-- a -- b --></VAST>", "2:8", "a comment contains two hyphens"),
        Row("an instruction that does not end", " <?a b</VAST>", "2:14", "an instruction does not end"),
        Row(
            "a second declaration", "<?xml version=\"1.0\"?></VAST>", "2:6",
            "the XML declaration is not at the start, or is misspelt"),
        Row("a reference to an invalid character", "<Error>&#0;</Error></VAST>", "2:12", noCharacter),
        Row("a reference to a control character", "<Error>&#x1F;</Error></VAST>", "2:14", noCharacter),
        Row("a reference beyond Unicode", "<Error>&#x110000;</Error></VAST>", "2:18", noCharacter),
        Row(
            "an ampersand in an attribute", "<Ad id=\"a&b\"/></VAST>", "2:12",
            "an ampersand does not begin a complete reference"),
        Row("an end tag with attributes", "<Ad></Ad id=\"1\"></VAST>", "2:10", "a tag does not end"),
        Row("an end tag without a name", "<Ad></></VAST>", "2:8", "tags do not match"),
        Row("an end tag in another case", "<Ad></ad></VAST>", "2:10", "tags do not match"),
        Row("an extra end tag", "</VAST></VAST>", "2:8", unfinished),
        Row("a section after the end", "</VAST><![CDATA[x]]>", "2:8", unfinished),
        Row("attributes without space", "<Ad id=\"1\"sequence=\"2\"/></VAST>", "2:11", "white space is missing"),
        Row("a tag in a tag", "<Ad <InLine></Ad></VAST>", "2:5", "a name is missing"),
        Row("the document ends within an end", "</VAST", "2:7", "a tag does not end"),
        Row("the document ends within an attribute", "<Ad id=\"", "2:9", "an attribute's value does not end"),
        Row("the document ends within a section", "<Error><![CDATA[abc", "2:17", unfinished),
        Row(
            "the document ends within a reference", "<Error>&am", "2:11",
            "an ampersand does not begin a complete reference"),
        Row("the document ends within a comment", "<!-- ", "2:6", "a comment does not end"),
        Row("a zero", "\0</VAST>", "2:1", noCharacter),
        Row("columns count bytes", "<Error>é</Eror></VAST>", "2:16", "tags do not match"),
        Row("half a character", bytes: utf8([0xC3, 0x28]), "2:8", noCharacter),
        Row("a slash in two bytes", bytes: utf8([0xC0, 0xAF]), "2:8", noCharacter),
        Row("half of a pair", bytes: utf8([0xED, 0xA0, 0x80]), "2:8", noCharacter),
        Row("UTF-16, wrong", bytes: [0xFE, 0xFF] + big("<VAST version=\"3.0\">\n</VAS>"), "2:7", "tags do not match"),
        Row("JSON", bytes: Array("{\"ads\":[]}".utf8), "1:1", "it does not begin with a tag"),
        Row("EBCDIC", bytes: [0x4C, 0x6F, 0xA7, 0x94, 0x93], "1:1", "it does not begin with a tag"),
        Row("UTF-16 within UTF-16", bytes: little(little("<VAST version='3.0'/>")), "1:2", noCharacter),
        Row(
            "a declaration without end, in a hidden encoding",
            bytes: Array("<?xml version=\"1.0\" encoding=\"UTF-7\"le/v2</Viewable>".utf8), "1:1",
            "the XML declaration does not end"),
        Row(
            "a declaration of two encodings",
            bytes: Array("<?xml version=\"1.0\" encoding=\"UTF-8\" encoding=\"UTF-7\"?><VAST version=\"3.0\"/>".utf8),
            "1:1", "the XML declaration names no encoding"),
        Row(
            "a declaration beyond all measure",
            bytes: Array(
                ("<?xml version=\"1.0\"" + String(repeating: " ", count: 2000)
                    + "encoding=\"UTF-7\"?><VAST version=\"3.0\"/>").utf8),
            "1:1", "the XML declaration does not end"),
        Row("compressed", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "1:1", "it does not begin with a tag"),
    ]

    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        Array("<VAST version=\"3.0\">\n<Error>".utf8) + bytes + Array("</Error></VAST>".utf8)
    }

    private static func big(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func little(_ text: String) -> [UInt8] { little([UInt8](text.utf8)) }

    /// Each byte followed by a zero byte.
    private static func little(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { [$0, 0] } }

    @Test(arguments: rows) func `a document that is not well-formed is error 100 with position and reason`(row: Row)
        throws
    {
        for mode in DocumentParser.Mode.allCases {
            let error = try #require(throws: ParseError.self) { try DocumentParser(mode: mode).parse(row.data) }
            #expect(error.code == .malformedDocument)
            #expect("\(error.line):\(error.column)" == row.place)
            #expect(error.message == "The document is not well-formed: \(row.reason).")
        }
    }

    @Test func `a page is refused for its document type, and UTF-32 for its encoding`() {
        let page = ParseError(.malformedDocument, "Document type declarations are not supported.", line: 1, column: 1)
        #expect(throws: page) { try DocumentParser().parse("<!DOCTYPE html><html></html>") }
        let wide = ParseError(.malformedDocument, "UTF-32 is not supported.", line: 1, column: 1)
        #expect(throws: wide) { try DocumentParser().parse([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C]) }
    }

    @Test func `an error's description is one readable line`() {
        #expect(ParseError(.invalidDocument, "No.", line: 3, column: 14).description == "101 at 3:14: No.")
    }
}
