import Foundation
import MarqueeWire
import Testing

@testable import Placements
@testable import PlatformStore

/// Answers that are prepared once for all devices, as long as their unit is the same.
@Suite struct PreparedUnitsTests {
    private static let base = "http://a"
    private let unit = ContentUnitRecord(
        app: "demo", id: "u", name: "u", kind: .announcement, document: UnitDocument(["title": .text("News")]))

    private func units() throws -> PreparedUnits { PreparedUnits(TemplatePages(try UnitTemplates())) }

    private func answer(
        _ unit: ContentUnitRecord, _ units: PreparedUnits, on base: String = base
    ) throws -> JSONValue {
        var bytes: [UInt8] = []
        units.unit(unit, on: base).response.write(to: &bytes) { JSONValue.null.write(to: &$1) }
        return try JSONValue(bytes: Data(bytes), maximumSize: 10_000)
    }

    @Test func `a unit that was edited is answered as it is now`() throws {
        let units = try units()
        var edited = unit
        edited.document = UnitDocument(["title": .text("Other news")])
        for (unit, title) in [(unit, "News"), (unit, "News"), (edited, "Other news"), (unit, "News")] {
            #expect(try answer(unit, units)["context"]?["content"]?["title"]?.text == title)
        }
        #expect(units.count == 1)
    }

    @Test func `each address of the server has answers of its own, and not too many are kept`() throws {
        let units = try units()
        for base in ["http://a", "https://b:8080", "http://a"] {
            #expect(try answer(unit, units, on: base)["url"]?.text?.hasPrefix("\(base)/v3/templates/") == true)
        }
        #expect(units.count == 2)
        for number in 0..<PreparedUnits.most { _ = units.unit(unit, on: "http://\(number)") }
        #expect(units.count == 2)
    }

    @Test func `units of one name in two apps are two units`() throws {
        let units = try units()
        var other = ContentUnitRecord(app: "other", id: unit.id, name: "u", kind: .reward, document: UnitDocument([:]))
        other.validSeconds = 60
        #expect(try answer(unit, units)["valid_seconds"] == nil)
        #expect(try answer(other, units)["valid_seconds"] == .integer(60))
        #expect(try answer(unit, units)["context"]?["content"]?["type"]?.text == "announcement")
    }

    // PLC-017
    @Test(arguments: ContentUnitRecord.Kind.allCases)
    func `two devices share a prepared unit, and neither gets what is the other's`(
        _ kind: ContentUnitRecord.Kind
    ) throws {
        let game: [String: JSONValue] = [
            "title": .text("Game"), "url": .text("https://apps.apple.com/us/app/pages/id361309726"),
            "image": .text("/v3/pictures/demo/hub/game"),
        ]
        let unit = ContentUnitRecord(
            app: "demo", id: "u", name: "u", kind: kind,
            document: UnitDocument([
                "title": .text("News"), "url": .text("https://apps.apple.com/us/app/id361309726?a=1&b=2"),
                "reward": .text("coins"),
                "product": .text("gem"), "image": .record(["PH_PORTRAIT": .record(["url": .text("/v3/pictures/a")])]),
                "items": .list([
                    .record(game.merging(["app": .text("org.example.other")]) { $1 }),
                    .record(game.merging(["excluded": .truth(true)]) { $1 }), .record(game),
                ]),
            ]))
        let prepared = try units().unit(unit, on: Self.base)
        let known = try call(["gid": "phone", "nonce": "n-known", "isa": "1", "installed": "org.example.other"])
        let hidden = try call(["gid": "stranger", "nonce": "n-hidden", "opt_out": "1"])
        let (ofKnown, ofHidden) = (try response(prepared, known), try response(prepared, hidden))
        #expect(text(ofKnown).contains("n-known") && text(ofKnown).contains("device=phone"))
        #expect(text(ofHidden).contains("n-hidden") && text(ofHidden).contains("opt_out=1"))
        #expect(text(ofKnown).contains("application_id"))
        for word in ["phone", "n-known", "stranger", "application_id"] { #expect(!text(ofHidden).contains(word)) }
        #expect(!text(ofKnown).contains("n-hidden"))
        for (call, response) in [(known, ofKnown), (hidden, ofHidden)] {
            let addresses = addresses(in: response)
            #expect(addresses.count >= 4)
            for address in addresses {
                let parts = address.dropFirst(Self.base.utf8.count + 1).components(separatedBy: "&signature=")
                #expect(call.key.code(of: Array(parts[0].utf8)) == parts[1])
            }
        }
        #expect(ofKnown["explanation"] == .text("because") && ofHidden["explanation"] == nil)
        let pictures =
            ["\(Self.base)/v3/pictures/a"] + (kind == .moreGames ? ["\(Self.base)/v3/pictures/demo/hub/game"] : [])
        #expect(ofKnown["images"]?.list?.compactMap(\.text) == pictures)
        if kind == .moreGames {
            #expect(ofKnown["context"]?["content"]?["items"]?.list?.count == 1)
            #expect(ofHidden["context"]?["content"]?["items"]?.list?.count == 2)
        }
    }

    @Test(arguments: [.announcement, .moreGames] as [ContentUnitRecord.Kind])
    func `a unit without pictures has no member for them`(_ kind: ContentUnitRecord.Kind) throws {
        var unit = ContentUnitRecord(app: "demo", id: "u", name: "u", kind: kind, document: UnitDocument([:]))
        unit.document = UnitDocument(["items": .list([.record(["title": .text("Game")])])])
        #expect(try answer(unit, units())["images"] == nil)
    }

    // PLC-006
    @Test(arguments: [
        (nil, nil, nil), (600, nil, 600), (nil, 90, 90), (60, 90, 60), (600, 90, 90), (nil, 9_999_999, 2_592_000),
    ])
    func `a preloaded unit is valid until it ends at the latest`(_ seconds: Int?, _ ends: Int?, _ expected: Int64?)
        throws
    {
        let unit = ContentUnitRecord(
            app: "demo", id: "u", name: "u", kind: .announcement, document: UnitDocument([:]),
            ends: ends.map { Timestamp(milliseconds: Int64($0) * 1000 + 1) }, validSeconds: seconds)
        let response = try response(try units().unit(unit, on: Self.base), try call(["gid": "phone"]))
        #expect(response["valid_seconds"] == expected.map(JSONValue.integer))
    }

    @Test func `an address of the server that means something in JSON stays an address`() throws {
        let base = #"http://a/"b\\"#
        let response = try response(try units().unit(unit, on: base), try call(["gid": "phone"], on: base))
        #expect(addresses(in: response).count == 3)
        #expect(addresses(in: response).allSatisfy { $0.hasPrefix(base + "/v3/") })
    }

    private func call(_ parameters: [String: String], on base: String = base) throws -> PlacementCall {
        let key = try #require(PlacementKey(SigningSecret(id: "s", text: "secret-of-the-app")))
        return PlacementCall(
            app: "demo", key: key, parameters: parameters, nonce: parameters["nonce"] ?? "",
            nonceEnds: Timestamp(milliseconds: 0), base: base, hasToken: false)
    }

    private func response(_ unit: PreparedUnit, _ call: PlacementCall) throws -> JSONValue {
        let answer = UnitAnswer(call: call, placement: "start", isTest: false, now: Timestamp(milliseconds: 1))
        let explanation = call.device.isOptedOut ? nil : JSONValue.text("because")
        return try JSONValue(bytes: Data(answer.response(unit, explanation: explanation)), maximumSize: 100_000)
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

    private func addresses(in value: JSONValue) -> [String] {
        switch value {
        case .text(let text): text.contains("&signature=") ? [text] : []
        case .list(let values): values.flatMap(addresses)
        case .record(let members): members.values.flatMap(addresses)
        default: []
        }
    }
}
