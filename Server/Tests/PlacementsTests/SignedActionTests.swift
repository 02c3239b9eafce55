import MarqueeWire
import PlatformStore
import Testing

@testable import Placements

/// What a device reports by an address that this server signed.
@Suite struct SignedActionTests {
    private static let values = [
        "token": "demo", "content_id": "u1", "content_type": "reward", "placement_tag": "start", "ordinal": "2",
        "ts": "1790000000000", "nonce": "n", "device": "gid", "reward": "coins", "quantity": "50", "product": "sword",
        "resolution": "close",
    ]
    private static let unit = PlacementAction.Unit(id: "u1", kind: "reward", placement: "start", hadBadge: false)

    @Test(
        arguments: [
            (.impression, .showed(unit)), (.click, .clicked(unit, place: 2)),
            (.dismiss, .dismissed(unit, reason: "close")),
            (.unlock, .unlocked(unit, reward: "coins", quantity: 50)), (.attempt, .triedToBuy(unit, product: "sword")),
            (.form, .answeredForm(unit)), (.open, nil), (.purchase, nil), (.content, nil), (.badge, nil),
        ] as [(PlacementEvent.Route, PlacementAction.Deed?)])
    func `the route says what the device did`(route: PlacementEvent.Route, deed: PlacementAction.Deed?) {
        #expect(SignedAction(route, Self.values).action?.deed == deed)
    }

    @Test func `an action has the app, install and time that the server signed, and a key of its own`() throws {
        let action = try #require(SignedAction(.dismiss, Self.values).action)
        #expect(action.app == "demo" && action.install == "gid" && !action.isTest)
        #expect(action.made == Timestamp(milliseconds: 1_790_000_000_000))
        #expect(SignedAction(.dismiss, Self.values).action?.key == action.key)
        for (name, value) in [("nonce", "m"), ("resolution", "dismiss"), ("ordinal", "3"), ("content_id", "u2")] {
            let other = SignedAction(.dismiss, Self.values.merging([name: value]) { $1 }).action
            #expect(other?.key != action.key, "\(name)")
        }
        #expect(SignedAction(.click, Self.values).action?.key != action.key)
    }

    @Test func `test devices, badges and devices that opted out are told apart`() throws {
        var values = Self.values.merging(["test": "1", "badge_shown": "1"]) { $1 }
        values["device"] = nil
        let action = try #require(SignedAction(.impression, values).action)
        #expect(action.isTest && action.install == nil)
        #expect(action.deed == .showed(.init(id: "u1", kind: "reward", placement: "start", hadBadge: true)))
        #expect(SignedAction(.impression, [:]).action == nil)
    }
}
