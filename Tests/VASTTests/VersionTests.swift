import Testing

@testable import VAST

@Suite struct VersionTests {
    @Test(arguments: [
        ("2.0", Version(2, 0)), ("4", Version(4, 0)), ("2.0.1", Version(2, 0)), ("4.3", Version(4, 3)),
    ])
    func `a version is read by its first two numbers`(text: String, version: Version) {
        #expect(Version(text) == version)
    }

    /// What a root element's `version` says, and the version that the document is read as; `nil` is error 102.
    @Test(arguments: [
        ("2.0", Version(2, 0)), ("3.0", Version(3, 0)), ("4.0", Version(4, 0)), ("4.1", Version(4, 1)),
        ("4.2", Version(4, 2)), ("4.3", Version(4, 3)), ("2", Version(2, 0)), ("3", Version(3, 0)),
        ("4", Version(4, 0)),
        ("2.0.1", Version(2, 0)), ("3.0.0", Version(3, 0)), (" 4.2 ", Version(4, 2)), ("1.0", nil), ("1", nil),
        ("2.1", nil), ("2.0x", nil), ("3.1", nil), ("3.5", nil), ("3.9.9", nil), ("4.4", nil), ("5.0", nil),
    ])
    func `a document of a version that there is is read, any other is 102`(text: String, expected: Version?) throws {
        let markup = "<VAST version=\"\(text)\"/>"
        guard let expected else {
            let error = #expect(throws: ParseError.self) { try DocumentParser().parse(markup) }
            #expect(error?.code == .unsupportedVersion)
            return
        }
        #expect(try DocumentParser().parse(markup).version == expected)
    }

    @Test(arguments: ["", "x", "4.x", "-1.0", ".2"]) func `what is no number is no version`(text: String) {
        #expect(Version(text) == nil)
    }
}
