import Testing

@testable import VAST

@Suite struct VersionTests {
    @Test(arguments: [
        ("2.0", Document.Version(2, 0)), ("4", Document.Version(4, 0)), ("2.0.1", Document.Version(2, 0)),
        ("4.3", Document.Version(4, 3)),
    ])
    func `a version is read by its first two numbers`(text: String, version: Document.Version) {
        #expect(Document.Version(text) == version)
    }

    /// The `version` of a root element, and the version of the parsed document; `nil` is error 102.
    @Test(arguments: [
        ("2.0", Document.Version(2, 0)), ("3.0", Document.Version(3, 0)), ("4.0", Document.Version(4, 0)),
        ("4.1", Document.Version(4, 1)),
        ("4.2", Document.Version(4, 2)), ("4.3", Document.Version(4, 3)), ("2", Document.Version(2, 0)),
        ("3", Document.Version(3, 0)),
        ("4", Document.Version(4, 0)),
        ("2.0.1", Document.Version(2, 0)), ("3.0.0", Document.Version(3, 0)), (" 4.2 ", Document.Version(4, 2)),
        ("1.0", nil), ("1", nil),
        ("2.1", nil), ("2.0x", nil), ("3.1", nil), ("3.5", nil), ("3.9.9", nil), ("4.4", nil), ("5.0", nil),
    ])
    func `a document of an existing version is parsed, any other is 102`(text: String, expected: Document.Version?)
        throws
    {
        let markup = "<VAST version=\"\(text)\"/>"
        guard let expected else {
            let error = #expect(throws: ParseError.self) { try DocumentParser().parse(markup) }
            #expect(error?.code == .unsupportedVersion)
            return
        }
        #expect(try DocumentParser().parse(markup).version == expected)
    }

    @Test(arguments: ["", "x", "4.x", "-1.0", ".2"]) func `a text that is not a number is not a version`(text: String) {
        #expect(Document.Version(text) == nil)
    }
}
