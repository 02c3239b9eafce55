import Decisioning
import Testing

@testable import Placements

@Suite struct PlacementDeviceTests {
    // PLC-111
    @Test func `a device is found by each of its ids, as it was sent and as ids are compared`() {
        let device = PlacementDevice([
            "gid": "Gid-1", "d_custom": "player", "d_ifa": "a1b2c3d4-0000-4000-8000-1234567890ab",
            "d_mac": "001A2B3C4D5E",
            "device": "udid", "session": "secret",
        ])
        #expect(
            device.identifiers == [
                "001A2B3C4D5E", "001a2b3c4d5e", "A1B2C3D4-0000-4000-8000-1234567890AB", "Gid-1",
                "a1b2c3d4-0000-4000-8000-1234567890ab", "player",
            ])
    }

    // PLC-014
    @Test(arguments: ["0", "1"]) func `no condition can ask for an advertising id, whether tracking is limited or not`(
        _ tracking: String
    ) {
        var parameters = ["gid": "g", "d_custom": "player", "tracking": tracking, "custom": #"{"level":3}"#]
        let plain = PlacementDevice(parameters).request
        parameters.merge(["d_ifa": "IFA", "ifa": "IFA", "d_mac": "MAC", "mac": "MAC", "idfv": "IDFV"]) { $1 }
        let request = PlacementDevice(parameters).request
        #expect(request.attributes == plain.attributes && request.attributes["custom_id"] == .text("player"))
        let values = request.attributes.values.map { "\($0)" }
        #expect(!values.contains { value in ["IFA", "MAC", "IDFV"].contains { value.contains($0) } })
    }

    // PLC-020
    @Test func `conditions know no custom id of a device that opted out`() {
        let parameters = ["d_custom": "player", "opt_out": "1", "os": "iOS 17.2"]
        let attributes = PlacementDevice(parameters).request.attributes
        #expect(attributes["custom_id"] == nil && attributes["os"] == .text("iOS 17.2"))
    }

    // PLC-139
    @Test func `the journal has secrets and identifiers cut short, and an id of zeros as it is`() {
        let parameters = [
            "signature": "abcdefgh", "sig4": "abcdefgh", "token": "demo-token", "nonce": "abcdefgh", "gid": "abcdefgh",
            "session": "", "d_ifa": "00000000-0000-0000-0000-000000000000", "receipt": "abcdefgh",
            "placement_id": "start",
        ]
        var expected = [
            "signature": "abcd…", "sig4": "abcd…", "token": "demo…", "nonce": "abcd…", "gid": "abcd…", "session": "",
            "d_ifa": "00000000-0000-0000-0000-000000000000", "receipt": "(8 characters)", "placement_id": "start",
        ]
        #expect(PlacementDevice(parameters).maskedParameters == expected)
        for name in ["gid", "session", "d_ifa"] { expected[name] = nil }
        expected["opt_out"] = "1"
        #expect(PlacementDevice(parameters.merging(["opt_out": "1"]) { $1 }).maskedParameters == expected)
    }

    // PLC-139
    @Test(
        arguments: [
            ("d_custom", "1042", "10…"), ("d_custom", "a", "…"), ("gid", "abcde", "ab…"), ("odid", "abcdefgh", "abcd…"),
        ])
    func `the journal has no more than half of an identifier`(_ name: String, _ value: String, _ kept: String) {
        #expect(PlacementDevice([name: value]).maskedParameters == [name: kept])
        #expect(PlacementDevice([name: value, "opt_out": "1"]).maskedParameters == ["opt_out": "1"])
    }

    // PLC-139
    @Test(arguments: ["gid": 4, "plugin": 200]) func `the journal counts what one character is made of`(
        _ name: String, _ length: Int
    ) {
        let value = "e" + String(repeating: "\u{301}", count: 5_000)
        let kept = PlacementDevice([name: value]).maskedParameters[name]
        let scalars = kept?.unicodeScalars.count { $0 != "…" }
        #expect(value.count == 1 && scalars == length)
    }

    // PLC-111, PLC-139
    @Test func `ids that systems give to every device stand for none`() {
        let device = PlacementDevice([
            "gid": "g", "d_ifa": "00000000-0000-0000-0000-000000000000", "d_mac": "02:00:00:00:00:00",
            "idfv": "00000000-0000-0000-0000-000000000000",
        ])
        #expect(device.identifiers == ["g"])
        #expect(PlacementDevice(["idfv": "00000000-0000-0000-0000-000000000000"]).ownInstall == nil)
    }

    @Test(
        arguments: [
            ("en-US", "en", "US"), ("en_US", "en", "US"), ("en-US,de-DE", "en", "US"), ("en,de,fr", "en", nil),
            ("zh-Hans-CN", "zh", "CN"), ("", nil, nil),
        ] as [(String, String?, String?)])
    func `the language and country are those of the first language`(
        languages: String, language: String?, country: String?
    ) {
        let attributes = PlacementDevice(["languages": languages]).request.attributes
        #expect(attributes["language"] == language.map { .text($0) })
        #expect(attributes["country"] == country.map { .text($0) })
    }

    @Test func `an app cannot say what the server itself knows`() {
        let device = PlacementDevice(["custom": #"{"country": "DE"}"#, "languages": "en-US", "gid": "g"])
        #expect(device.request.attributes["country"] == .text("US"))
        #expect(device.request.attributes["custom.country"] == .text("DE"))
    }
}
