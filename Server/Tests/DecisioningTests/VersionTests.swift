import Testing

@testable import Decisioning

/// Versions as conditions of units compare them (PLC-058).
struct VersionTests {
    @Test(arguments: [
        ("6.1.3", "6", 0), ("6.1.3", "6.1.3", 0), ("6.1.3", "6.2", -1), ("6.1.3", "6.0.9", 1), ("6", "6.0.0", 0),
        ("6", "6.0.1", -1), ("10", "9.9", 1), ("1.10", "1.9", 1), ("1.2.3.4.5", "1.2.3.4", 0),
    ])
    func `as many parts are compared as the bound has`(_ text: String, _ other: String, _ order: Int) throws {
        let (version, bound) = (try #require(Version(text)), try #require(Version(other)))
        #expect(version.isAtLeast(bound) == (order >= 0))
        #expect(version.isAtMost(bound) == (order <= 0))
        #expect(version.begins(as: bound) == (order == 0))
    }

    @Test(arguments: ["", ".", "1.", ".1", "1..2", "1.x", "-1", "１", "1234567890"])
    func `what is not numbers with points between them is no version`(_ text: String) {
        #expect(Version(text) == nil)
    }

    @Test func `a system's version is the last word of its name`() {
        for name in ["iPhone OS 17.1", "17.1", " iOS  17.1 "] { #expect(Version(ofSystem: name)?.parts == [17, 1]) }
        for name in ["", "  ", "iOS"] { #expect(Version(ofSystem: name) == nil) }
    }
}
