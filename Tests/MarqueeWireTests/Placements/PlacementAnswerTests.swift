import Foundation
import MarqueeWire
import Testing

/// The envelope and the content of answers (PLC-129, PLC-133, PLC-093).
struct PlacementAnswerTests {
    private static func value(_ json: String) throws -> JSONValue {
        try JSONValue(bytes: Data(json.utf8), maximumSize: 65_536)
    }

    @Test func `an envelope has a response, no response, or an error`() throws {
        #expect(
            try PlacementAnswer(Data(#"{"errobj": null, "response": {"session": "s"}, "error": null}"#.utf8))
                == .success(["session": .text("s")].asRecord))
        #expect(try PlacementAnswer(Data(#"{"response": null, "error": null}"#.utf8)) == .success(nil))
        #expect(try PlacementAnswer(Data(#"{"error": "no such token"}"#.utf8)) == .refused("no such token"))
        #expect(
            try PlacementAnswer(Data(#"{"error": {"code": 3}}"#.utf8)) == .refused("the server refused the request"))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "<html></html>", #"{"response": {"#, #""text""#, "\u{0}", #"{"errobj": null}"#,
    ])
    func `anything else is an error`(body: String) {
        #expect(throws: WireError.self) { try PlacementAnswer(Data(body.utf8)) }
    }

    @Test func `an answer that is too large or too deep is an error`() {
        for body in [
            String(repeating: "[", count: 100_000),
            #"{"response": \#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#,
            #"{"error": "\#(String(repeating: "x", count: PlacementAnswer.maximumSize))"}"#,
        ] {
            let error = #expect(throws: WireError.self) { try PlacementAnswer(Data(body.utf8)) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `an envelope reads what it writes`() throws {
        for answer in [PlacementAnswer.success(nil), .success(.list([.integer(1)])), .refused("a / sentence")] {
            #expect(try PlacementAnswer(answer.bytes) == answer)
        }
        #expect(
            String(decoding: PlacementAnswer.refused("no").bytes, as: UTF8.self)
                == #"{"errobj":null,"error":"no","response":null}"#)
    }

    @Test func `a unit has an address, a frame and a transition`() throws {
        let unit = try #require(
            ContentUnit(
                try Self.value(
                    """
                    {"url": "https://media.example/announcement.html", "transition": "PH_DIALOG", "close_delay": 23,
                     "frame": {"PH_LANDSCAPE": {"x": 20, "y": 10, "w": 440, "h": 280},
                               "PH_PORTRAIT": {"x": 10, "y": 20, "w": 300, "h": 420}},
                     "context": {"content": {"title": "Hello"}}, "close_ping": "https://api.example/dismiss?a=1",
                     "valid_seconds": 60, "images": ["https://media.example/a.png", "file:///etc/passwd", 3]}
                    """)))
        #expect(unit.transition == .dialog)
        #expect(unit.closeDelay == .seconds(23))
        #expect(unit.closePing?.absoluteString == "https://api.example/dismiss?a=1")
        #expect(unit.validity == .seconds(60))
        #expect(unit.images.map(\.absoluteString) == ["https://media.example/a.png"])
        #expect(unit.context["content"]?["title"]?.text == "Hello")
        let screen = ContentUnit.Rectangle(x: 0, y: 0, width: 320, height: 480)
        #expect(unit.rectangle(.portrait, screen: screen) == .init(x: 10, y: 20, width: 300, height: 420))
    }

    @Test(arguments: [
        "{}", #"{"url": "https://a.example", "transition": "PH_MODAL"}"#,
        #"{"frame": "PH_FULLSCREEN", "transition": "PH_MODAL"}"#,
        #"{"frame": "PH_FULLSCREEN", "url": "https://a.example"}"#,
        #"{"frame": 12, "url": "https://a.example", "transition": "PH_MODAL"}"#,
        #"{"frame": "PH_FULLSCREEN", "url": "javascript:alert(1)", "transition": "PH_MODAL"}"#,
        #"{"frame": "HALF", "url": "https://a.example", "transition": "PH_MODAL"}"#, "[]", "null",
    ])
    func `an answer without them has no content`(json: String) throws {
        #expect(ContentUnit(try Self.value(json)) == nil)
    }

    @Test func `other values of a unit have defaults`() throws {
        func unit(_ more: String) throws -> ContentUnit {
            try #require(
                ContentUnit(
                    try Self.value(#"{"url": "https://a.example", "frame": {"PH_FULLSCREEN": {}}, \#(more)}"#)))
        }
        let plain = try unit(#""transition": "PH_SPIN", "close_delay": -1"#)
        #expect(plain.transition == .dialog)
        #expect(plain.frame == .fullScreen)
        #expect(plain.closeDelay == ContentUnit.defaultCloseDelay)
        #expect(plain.validity == nil)
        #expect(try unit(#""transition": "PH_MODAL", "close_delay": 1e300"#).closeDelay == .seconds(2_592_000))
    }

    @Test func `a badge may be a text or a number, and is usually nothing`() throws {
        #expect(
            BadgeData(try Self.value(#"{"content": "more_games", "notification": {"type": "badge", "value": "9"}}"#))
                == BadgeData(type: "badge", value: "9"))
        #expect(BadgeData(try Self.value(#"{"notification": {"type": "badge", "value": 12}}"#))?.value == "12")
        #expect(BadgeData(try Self.value(#"{"notification": {}}"#)) == nil)
        #expect(BadgeData(nil) == nil)
    }

    @Test func `items with missing or wrong fields are not read`() throws {
        let good = try Self.value(#"{"reward": " Münzen ", "quantity": "5", "receipt": 7, "signature": "aa"}"#)
        #expect(UnitReward(good) == UnitReward(name: " Münzen ", quantity: 5, receipt: "7", signature: "aa"))
        for json in [
            #"{"reward": "coins", "quantity": 0, "receipt": 7}"#, #"{"reward": "coins", "quantity": 1}"#,
            #"{"reward": 3, "quantity": 1, "receipt": 7}"#, #"{"reward": "coins", "quantity": 1.5, "receipt": 7}"#,
            #"{"reward": "coins", "quantity": "05", "receipt": 7}"#, "[]",
        ] {
            let value = try Self.value(json)
            #expect(UnitReward(value) == nil, "\(json)")
        }
        func purchase(_ product: String, _ quantity: String) throws -> UnitPurchase? {
            UnitPurchase(
                try Self.value(#"{"product": "\#(product)", "name": "x"\#(quantity), "receipt": "7"}"#))
        }
        #expect(try purchase("candy", #", "quantity": 1"#)?.quantity == 1)
        #expect(try purchase("", #", "quantity": 1"#) == nil)
        // PLC-069
        for quantity in [#", "quantity": 0"#, #", "quantity": -1"#, #", "quantity": 1.5"#, ""] {
            #expect(try purchase("candy", quantity) == nil, "\(quantity)")
        }
    }

    @Test func `addresses below a server have the slash at their end`() throws {
        let server = try #require(URL(string: "https://play.example"))
        #expect(PlacementRoute.open.url(on: server).absoluteString == "https://play.example/v3/publisher/open/")
        let below = try #require(URL(string: "https://play.example/proxy/"))
        #expect(PlacementRoute.purchase.url(on: below).absoluteString == "https://play.example/proxy/v3/publisher/iap/")
    }
}

extension [String: JSONValue] {
    fileprivate var asRecord: JSONValue { .record(self) }
}
