import Testing

@testable import VAST

@Suite struct VersionTests {
    @Test(arguments: [
        ("2.0", Version(2, 0)), ("4", Version(4, 0)), ("2.0.1", Version(2, 0)), ("4.3", Version(4, 3)),
    ])
    func `a version is read by its first two numbers`(text: String, version: Version) {
        #expect(Version(text) == version)
    }

    @Test(arguments: ["", "x", "4.x", "-1.0", ".2"]) func `what is no number is no version`(text: String) {
        #expect(Version(text) == nil)
    }
}
