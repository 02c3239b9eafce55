import MarqueeWire
import PlatformStore

/// Sample placements of the demo's app, for the sample game on the lab's phones and for the portal's pages.
struct DemoPlacements: Sendable {
    private static let who = "demo"

    let app: String

    /// Makes the units, each started, and the placements for which the sample game asks.
    func run(on platform: Platform) async throws {
        for (id, name, kind, document) in Self.units {
            let unit = ContentUnitRecord(
                app: app, id: id, name: name, kind: kind, document: UnitDocument(document),
                rules: UnitRules(caps: kind == .form ? [.init(limit: 1, scope: .device, seconds: 86_400)] : nil))
            _ = try await platform.placements.create(unit, by: Self.who)
        }
        for (tag, name, badge, units) in Self.placements {
            let entries = units.enumerated().map { PlacementRecord.Entry(unit: $1, priority: $0 + 1) }
            _ = try await platform.placements.create(
                PlacementRecord(app: app, tag: tag, name: name, badge: badge, units: entries), by: Self.who)
        }
    }

    private static let placements = [
        ("launch", "Sample: start of the game", "", ["sample-news"]),
        ("level_end", "Sample: end of a level", "", ["sample-form", "sample-reward"]),
        ("more_games", "Sample: More Games", "2", ["sample-games"]),
        ("shop", "Sample: shop", "", ["sample-lantern"]),
    ]

    private static let units: [(id: String, name: String, ContentUnitRecord.Kind, [String: JSONValue])] = [
        (
            "sample-news", "Sample: the new trail", .announcement,
            [
                "title": .text("A new trail"),
                "message": .text("The path to the upper hut has opened. Ten cairns wait."),
                "button_text": .text("Let’s go"), "transition": .text("PH_DIALOG"),
            ]
        ),
        (
            "sample-reward", "Sample: fifty stones", .reward,
            [
                "title": .text("Well built"), "message": .text("Here are fifty stones for your next cairn."),
                "reward": .text("stones"), "quantity": .integer(50),
            ]
        ),
        (
            "sample-form", "Sample: favourite season", .form,
            [
                "title": .text("Which season do you like best?"),
                "fields": .list([
                    .record([
                        "id": .text("season"), "label": .text("Season"),
                        "choices": .list([.text("Spring"), .text("Summer"), .text("Autumn"), .text("Winter")]),
                    ])
                ]),
            ]
        ),
        (
            "sample-games", "Sample: two other games", .moreGames,
            [
                "title": .text("More games"),
                "items": .list([
                    .record(["title": .text("Hut to Hut"), "url": .text("https://example.org/huts")]),
                    .record(["title": .text("Marmots"), "url": .text("https://example.org/marmots")]),
                ]),
            ]
        ),
        (
            "sample-lantern", "Sample: a lantern", .purchase,
            [
                "title": .text("Light for the night"), "product": .text("lantern"), "quantity": .integer(1),
                "button_text": .text("Buy the lantern"),
            ]
        ),
    ]
}
