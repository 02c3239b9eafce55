import Decisioning
import Testing

@testable import Placements

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

    @Test func `an app cannot say what the server itself knows`() {
        let device = PlacementDevice(["custom": #"{"country": "DE"}"#, "languages": "en-US", "gid": "g"])
        #expect(device.request.attributes["country"] == .text("US"))
        #expect(device.request.attributes["custom.country"] == .text("DE"))
    }
}
