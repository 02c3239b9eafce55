import Decisioning
import Testing

@testable import PlatformStore

/// What an app says of its player in `custom` (PLC-058).
@Suite struct CustomDimensionsTests {
    @Test func `members are compared as what they are`() {
        let attributes = CustomDimensions(
            #"{"level": 12, "ratio": 0.5, "vip": true, "clan": "Cairn", "tags": ["ski", "snow", 7], "none": null}"#
        ).attributes
        #expect(
            attributes == [
                "custom.level": .number(12), "custom.ratio": .number(0.5), "custom.vip": .text("true"),
                "custom.clan": .text("Cairn"), "custom.tags": .set(["ski", "snow"]),
            ])
    }

    @Test(arguments: ["", "[]", "null", "{", #""text""#, #"{"a":"# + String(repeating: "[", count: 100)])
    func `what is no object says nothing`(_ text: String) {
        #expect(CustomDimensions(text).attributes.isEmpty)
    }

    @Test func `names that no condition can have, and what is too large, say nothing`() {
        #expect(CustomDimensions(#"{"a b": 1, "": 1, "é": 1}"#).attributes.isEmpty)
        #expect(CustomDimensions(#"{"a": "\#(String(repeating: "x", count: 5_000))"}"#).attributes.isEmpty)
    }

    @Test(
        arguments: [
            ("9.5", .number(9.5)), ("-3", .number(-3)), ("7", .number(7)), ("007", .text("007")),
            ("1.10", .text("1.10")),
            ("6.1.3", .text("6.1.3")), ("1e3", .text("1e3")), ("nan", .text("nan")), ("", .text("")),
        ] as [(String, Condition.Value)])
    func `a text that is a number is compared as one`(_ text: String, _ value: Condition.Value) {
        #expect(CustomDimensions(#"{"a": "\#(text)"}"#).attributes == ["custom.a": value])
    }
}
