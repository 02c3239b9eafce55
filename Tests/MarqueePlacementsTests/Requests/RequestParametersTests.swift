import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// The exact parameters of every request (PLC-013 to PLC-017, PLC-026, PLC-101 to PLC-103, PLC-110, PLC-125 to PLC-127).
struct RequestParametersTests {
    static let common: Set<String> = [
        "token", "session", "gid", "nonce", "signature", "app", "app_version", "hardware", "os", "idiom", "languages",
        "sdk-ios", "connection", "width", "height", "scale", "plugin", "opt_out", "tracking",
    ]
    static let identifiers: Set<String> = ["d_ifa", "d_mac", "d_odin1", "d_custom"]

    private static func parameters() -> RequestParameters {
        var app = AppInfo()
        app.identifier = "com.example.game"
        app.build = ""
        app.system = "iPhone OS"
        app.systemVersion = "6.1.3"
        app.model = "iPhone5,1"
        app.idiom = .tablet
        app.language = "de-CH"
        app.screen = .init(width: 480, height: 320, scale: 2)
        return RequestParameters(
            app: app, identity: PlacementIdentity(gid: "GID27", session: "s", customID: "user 42 %café"),
            advertiserID: "IFA", hardwareAddress: HardwareAddress([0x1A, 0x2B, 0x3C, 0x4D, 0x5E, 0x6F]),
            connection: .wifi)
    }

    private static func settings() throws -> PlacementSettings {
        PlacementSettings(
            server: try #require(URL(string: "https://play.example")), token: "TOKEN",
            secret: try #require(PlacementSecret("SECRET")))
    }

    static let kinds: [(RequestKind, Set<String>)] = [
        (.open(sessions: 2, seconds: 75), ["scount", "ssum"]),
        (
            .content(
                ContentParameters(
                    placement: "level_end", isPreload: true, sessionSeconds: 9, hasStoreView: true, isBadgeShown: true,
                    buys: true)),
            ["placement_id", "preload", "stime", "isa", "badge_shown", "vgp"]
        ),
        (.subcontent(["placement_id": "more", "skip_content": "7"]), ["placement_id", "skip_content"]),
        (.badge(placement: "more_games"), ["placement_id", "metadata"]),
        (.purchase(["product": "candy", "quantity": "1"]), ["product", "quantity"]),
    ]

    @Test(arguments: kinds)
    func `each kind of request has exactly its parameters`(kind: RequestKind, own: Set<String>) throws {
        let all = Self.parameters().all(kind, nonce: "NONCE", settings: try Self.settings())
        #expect(Set(all.keys) == Self.common.union(Self.identifiers).union(own))
        #expect(!all.keys.contains { ["device", "udid", "openudid"].contains($0.lowercased()) })
    }

    @Test(arguments: kinds)
    func `after an opt-out only the app's own id is left`(kind: RequestKind, own: Set<String>) throws {
        var parameters = Self.parameters()
        parameters.identity.isOptedOut = true
        let all = parameters.all(kind, nonce: "NONCE", settings: try Self.settings())
        #expect(Set(all.keys) == Self.common.union(["d_custom"]).union(own))
        #expect(all["opt_out"] == "1")
        #expect(all["tracking"] == "0")
        var limited = Self.parameters()
        limited.allowsIdentifiers = false
        #expect(limited.all(kind, nonce: "NONCE", settings: try Self.settings()).keys == all.keys)
    }

    @Test func `requests for content carry what the app knows of its player`() throws {
        var player = PlayerDetails()
        #expect(player.values.isEmpty)
        player.dimensions = try PlayerDetails.text(["level": .integer(7), "guild": .text("Larch & Sons")])
        player.setInstalled(["org.example.cairns", "", "two,in one", "org.example.scree"])
        let content = ContentParameters(
            placement: "start", isPreload: false, sessionSeconds: 0, hasStoreView: false, isBadgeShown: false,
            buys: true,
            player: player)
        #expect(content.values["custom"] == #"{"guild":"Larch & Sons","level":7}"#)
        #expect(content.values["installed"] == "org.example.cairns,org.example.scree")
        player.dimensions = try PlayerDetails.text([:])
        player.setInstalled((0..<300).map { "g\($0)" })
        #expect(player.values["custom"] == nil)
        #expect(player.values["installed"]?.split(separator: ",").count == 200)
        #expect {
            _ = try PlayerDetails.text(["text": .text(String(repeating: "a", count: 4_096))])
        } throws: { ($0 as? PlacementError)?.code == .invalidDimensions }
    }

    @Test func `the values are those of the wire format`() throws {
        let all = Self.parameters().all(Self.kinds[1].0, nonce: "NONCE", settings: try Self.settings())
        let expected = [
            "token": "TOKEN", "session": "s", "gid": "GID27", "nonce": "NONCE", "app": "com.example.game",
            "app_version": "NA", "hardware": "iPhone5,1", "os": "iPhone OS 6.1.3", "idiom": "1", "languages": "de-CH",
            "sdk-ios": "1.13.1", "connection": "2", "width": "320", "height": "480", "scale": "2", "plugin": "ios",
            "opt_out": "0", "tracking": "1", "d_ifa": "IFA", "d_mac": "1a2b3c4d5e6f",
            "d_odin1": "82a53f1222f8781a5063a773231d4a7ee41bdd6f", "d_custom": "user42caf", "placement_id": "level_end",
            "preload": "1", "stime": "9", "isa": "1", "badge_shown": "1", "vgp": "1",
        ]
        for (name, value) in expected { #expect(all[name] == value, "\(name)") }
        let parts = PlacementSecret.RequestParts(token: "TOKEN", session: "s", gid: "GID27", nonce: "NONCE")
        #expect(all["signature"] == (try Self.settings()).secret.signature(of: parts))
    }

    @Test func `a limited advertising id is not sent, and the request says so`() throws {
        var parameters = Self.parameters()
        parameters.advertiserID = nil
        let all = parameters.all(.badge(placement: "p"), nonce: "N", settings: try Self.settings())
        #expect(all["d_ifa"] == nil)
        #expect(all["tracking"] == "0")
    }

    @Test func `a template cannot change what is signed`() throws {
        let kind = RequestKind.subcontent(["token": "other", "gid": "other", "plugin": "mine", "signature": "x"])
        let all = Self.parameters().all(kind, nonce: "N", settings: try Self.settings())
        #expect(all["token"] == "TOKEN")
        #expect(all["gid"] == "GID27")
        #expect(all["plugin"] == "mine")
    }

    @Test func `a template cannot change what the user has chosen`() throws {
        let kind = RequestKind.subcontent(["opt_out": "0", "tracking": "1"])
        var parameters = Self.parameters()
        parameters.identity.isOptedOut = true
        let all = parameters.all(kind, nonce: "N", settings: try Self.settings())
        #expect([all["opt_out"], all["tracking"]] == ["1", "0"])
    }

    // PLC-013, PLC-017
    @Test(arguments: [false, true])
    func `a template adds no identifier of the device`(isOptedOut: Bool) throws {
        let names = ["d_ifa", "d_mac", "d_odin1", "device", "UDID", "openudid", "ifa", "idfv", "mac"]
        let kind = RequestKind.subcontent(Dictionary(uniqueKeysWithValues: names.map { ($0, "of the template") }))
        var parameters = Self.parameters()
        parameters.identity.isOptedOut = isOptedOut
        let all = parameters.all(kind, nonce: "N", settings: try Self.settings())
        #expect(all["d_ifa"] == (isOptedOut ? nil : "IFA"))
        #expect(!all.values.contains("of the template"))
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("abcdefg:?#[]@/!$&'()*+,;=\"abcdefg", "abcdefgabcdefg"),
            (":?#[]@/!$&'()*+,;=\"", nil), ("user 42 %café", "user42caf"),
            (
                "1234567891123456789212345678931234567894:?#[]@/!$&'()*+,;=\"12",
                "123456789112345678921234567893123456789412"
            ),
        ] as [(String?, String?)])
    func `the app's id keeps unreserved characters only`(id: String?, kept: String?) {
        #expect(id.flatMap(PlacementText.customID) == kept)
    }

    @Test(
        arguments: [
            (nil, "ios"), ("", "ios"), (":?#[]@/", "ios"), ("com.unity.JohnDoe-v1.1.1", "com.unity.JohnDoe-v1.1.1"),
            ("a_b~c.d-e", "a_b~c.d-e"),
            ("12345678901234567890123456789012345678901234567890", "123456789012345678901234567890123456789012"),
        ] as [(String?, String)])
    func `a plug-in's id is cut to 42 characters`(id: String?, kept: String) {
        #expect(PlacementText.plugin(id) == kept)
    }

    @Test(
        arguments: [[0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], [255, 255, 255, 255, 255, 255], [1, 2, 3]] as [[UInt8]])
    func `an address that every device has is none`(bytes: [UInt8]) {
        #expect(HardwareAddress(bytes) == nil)
    }

    @Test func `values are escaped as forms are`() {
        #expect(PlacementText.form(["b": "a&b=c+d e", "a": "ü"]) == "a=%C3%BC&b=a%26b%3Dc%2Bd%20e")
    }
}
