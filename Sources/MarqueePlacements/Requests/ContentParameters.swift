/// What a request for a placement's content says about the app at this moment.
struct ContentParameters: Sendable, Equatable {
    let placement: String
    let isPreload: Bool
    /// The whole seconds since the last open.
    let sessionSeconds: Int64
    /// Whether the surface can show a product of the store above the app.
    let hasStoreView: Bool
    /// Whether the placement's badge is on screen with a value (PLC-127).
    let isBadgeShown: Bool
    /// Whether the app buys what a unit offers, so that a server can leave such units out otherwise (PLC-009, PLC-076).
    let buys: Bool
    var player = PlayerDetails()

    var values: [String: String] {
        [
            "placement_id": placement, "preload": Self.flag(isPreload), "stime": String(sessionSeconds),
            "badge_shown": Self.flag(isBadgeShown),
        ].merging(Self.values(hasStoreView: hasStoreView, buys: buys, player)) { $1 }
    }

    /// What a request for a unit on top of another one says too.
    static func values(hasStoreView: Bool, buys: Bool, _ player: PlayerDetails) -> [String: String] {
        ["isa": flag(hasStoreView), "vgp": flag(buys)].merging(player.values) { $1 }
    }

    private static func flag(_ isTrue: Bool) -> String { isTrue ? "1" : "0" }
}
