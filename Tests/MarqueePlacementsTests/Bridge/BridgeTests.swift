import Foundation
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// The messages of templates (PLC-065, PLC-067 to PLC-070, PLC-106, PLC-130).
struct BridgeTests {
    private static func message(_ command: String, _ context: String = "{}") throws -> BridgeMessage {
        try BridgeMessage(Data(#"{"command": "\#(command)", "callback": "c", "context": \#(context)}"#.utf8))
    }

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `addresses of the ancestor are commands, and other addresses are not`() throws {
        #expect(try BridgeMessage(Self.url("http://example.org")) == nil)
        #expect(try BridgeMessage(Self.url("ph:dismiss")) == nil)
        let plain = try #require(try BridgeMessage(Self.url("ph://dismiss")))
        #expect((plain.command, plain.callback, plain.context) == ("dismiss", nil, .null))
        let full = try #require(
            try BridgeMessage(Self.url("ph://closeButton?callback=7&context=%7B%22hidden%22%3Atrue%7D")))
        #expect(BridgeCommand(full) == .closeButton(isHidden: true, callback: "7"))
        let other = try #require(try BridgeMessage(Self.url("ph://dismiss/now")))
        #expect(BridgeCommand(other) == nil)
        let list = try #require(try BridgeMessage(Self.url("ph://dismiss?context=%5B1%5D")))
        #expect(list.context == .null)
    }

    @Test func `a message is bounded, and no parameter stands twice`() throws {
        let long = String(repeating: "a", count: BridgeMessage.maximumSize)
        let address = try Self.url("ph://dismiss?context=" + long)
        #expect(throws: WireError.self) { try BridgeMessage(address) }
        let twice = try Self.url("ph://dismiss?callback=1&callback=2")
        #expect(throws: WireError.self) { try BridgeMessage(twice) }
        for text in ["", "{}", "[]", #"{"command": 3}"#, #"{"command": "\#(long)"}"#] {
            #expect(throws: WireError.self) { try BridgeMessage(Data(text.utf8)) }
        }
    }

    @Test func `unknown commands, and those without what they need, are ignored`() throws {
        for (command, context) in [
            ("explode", "{}"), ("Dismiss", "{}"), ("launch", "{}"), ("launch", #"{"url": "javascript:alert(1)"}"#),
            ("launch", #"{"url": "file:///etc/passwd"}"#), ("track", "{}"),
        ] {
            let message = try Self.message(command, context)
            #expect(BridgeCommand(message) == nil, "\(command)")
        }
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"hidden": null}"#, nil), (#"{"hidden": true}"#, true), (#"{"hidden": 1}"#, true),
            (#"{"hidden": "1"}"#, true), (#"{"hidden": false}"#, false), (#"{"hidden": 0}"#, false),
        ] as [(String, Bool?)])
    func `a template hides the close button, shows it, or asks`(context: String, isHidden: Bool?) throws {
        let command = BridgeCommand(try Self.message("closeButton", context))
        #expect(command == .closeButton(isHidden: isHidden, callback: "c"))
    }

    @Test func `a link to the store has its product only if the unit asks for the store's view`() throws {
        let context = #"{"url": "https://apps.example", "in_app_store_enabled": true, "application_id": 326987512}"#
        let inside = BridgeCommand(try Self.message("launch", context))
        #expect(
            inside
                == .launch(.init(url: try Self.url("https://apps.example"), product: "326987512"), callback: "c"))
        let plain = BridgeCommand(
            try Self.message("launch", #"{"url": "https://apps.example", "application_id": "1"}"#))
        #expect(plain == .launch(.init(url: try Self.url("https://apps.example"), product: nil), callback: "c"))
    }

    @Test func `items that the server did not sign for this install are dropped`() throws {
        let secret = try #require(PlacementSecret("PUBLISHER_SECRET"))
        let command = try #require(
            BridgeCommand(
                try Self.message(
                    "reward",
                    """
                    {"rewards": [
                        {"reward": "SLAPPY_COINS", "quantity": 1234, "receipt": 102930193,
                         "signature": "465946bc6207055c941d14af0aea2a857f5b3274"},
                        {"reward": "SLAPPY_COINS", "quantity": 9999, "receipt": 102930193,
                         "signature": "465946bc6207055c941d14af0aea2a857f5b3274"},
                        {"reward": "SLAPPY_COINS", "quantity": 1, "receipt": 5, "signature": "BAD_SIGNATURE"}, 7]}
                    """)))
        guard case .reward(let all, _) = command,
            case .reward(let signed, "c") = command.keepingSigned(with: secret, gid: "GID27"),
            case .reward(let others, _) = command.keepingSigned(with: secret, gid: "OTHER")
        else { Issue.record("\(command)"); return }
        #expect(all.count == 3)
        #expect(signed.map(\.quantity) == [1234])
        #expect(others.isEmpty)
    }

    // PLC-070
    @Test(
        arguments: [
            ("1234", "2e8a529b68221b8fd0971f6ee31377bb0f4fc0f8", "GID27", 1),
            ("1235", "2e8a529b68221b8fd0971f6ee31377bb0f4fc0f8", "GID27", 0),
            ("1234", "BAD_SIGNATURE", "GID27", 0), ("1234", "2e8a529b68221b8fd0971f6ee31377bb0f4fc0f8", "OTHER", 0),
        ])
    func `a purchase that the server did not sign for this install is dropped`(
        _ quantity: String, _ signature: String, _ gid: String, _ kept: Int
    ) throws {
        let command = BridgeCommand(
            try Self.message(
                "purchase",
                """
                {"purchases": [{"product": "com.playhaven.example.candy", "name": "Delicious Candy",
                  "quantity": \(quantity), "receipt": 102930193, "signature": "\(signature)"}]}
                """))
        let secret = try #require(PlacementSecret("PUBLISHER_SECRET"))
        guard case .purchase(let items, _)? = command?.keepingSigned(with: secret, gid: gid) else {
            Issue.record("\(String(describing: command))")
            return
        }
        #expect(items.count == kept)
    }

    @Test func `a receipt may be a number or a text, and the cookie stays`() throws {
        let secret = try #require(PlacementSecret("PUBLISHER_SECRET"))
        for receipt in ["102930193", #""102930193""#] {
            let command = BridgeCommand(
                try Self.message(
                    "purchase",
                    """
                    {"purchases": [{"product": "com.playhaven.example.candy", "name": "Delicious Candy",
                      "quantity": "1234", "receipt": \(receipt), "cookie": 12,
                      "signature": "2e8a529b68221b8fd0971f6ee31377bb0f4fc0f8"}]}
                    """))
            guard case .purchase(let items, _)? = command?.keepingSigned(with: secret, gid: "GID27") else {
                Issue.record("\(receipt)")
                return
            }
            #expect(items.map(\.receipt) == ["102930193"])
            #expect(items.first?.cookie == "12")
        }
    }
}
