import MarqueeWire
import PlatformStore

/// Figures of placements and units by day, with the tries of purchases that wait for a report.
///
/// A row of `placement_figure` has no placement or unit (0) where a figure has none. `placement_try` keeps tries and those
/// reports that came before their try; a report ends the oldest try of its install and unit that waits, where tries at its
/// own placement come first. `state` is a ``PlacementTries/State``.
struct PlacementFigures: Projection {
    /// How long a try waits for its report.
    static let patience = Duration.seconds(86_400)

    static let placement = PropertyKey("placement")
    static let unit = PropertyKey("unit")
    static let kind = PropertyKey("kind")
    static let reason = PropertyKey("reason")
    static let resolution = PropertyKey("resolution")
    static let reward = PropertyKey("reward")
    static let quantity = PropertyKey("quantity")
    static let sessions = PropertyKey("sessions")
    static let seconds = PropertyKey("seconds")
    static let badge = PropertyKey("badge")
    static let test = PropertyKey("test")

    let name = "placement_figures"
    let eventNames: Set<String>? = PlacementEventName.all
    let keys = [placement, unit, kind, reason, resolution, reward, quantity, sessions, seconds, badge, test]

    let versions = [
        """
        CREATE TABLE placement_figure (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, is_test INTEGER NOT NULL, placement INTEGER NOT NULL,
            unit INTEGER NOT NULL, figure INTEGER NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (scope, day, is_test, placement, unit, figure)) WITHOUT ROWID;
        CREATE TABLE placement_reward (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, is_test INTEGER NOT NULL, placement INTEGER NOT NULL,
            unit INTEGER NOT NULL, reward INTEGER NOT NULL, unlocks INTEGER NOT NULL, pieces INTEGER NOT NULL,
            PRIMARY KEY (scope, day, is_test, placement, unit, reward)) WITHOUT ROWID;
        CREATE TABLE placement_install (
            scope INTEGER NOT NULL, install INTEGER NOT NULL, is_test INTEGER NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL, PRIMARY KEY (scope, install, is_test)) WITHOUT ROWID;
        CREATE TABLE placement_try (
            id INTEGER PRIMARY KEY, is_report INTEGER NOT NULL, scope INTEGER NOT NULL, install INTEGER NOT NULL,
            unit INTEGER NOT NULL, placement INTEGER NOT NULL, is_test INTEGER NOT NULL, time INTEGER NOT NULL);
        CREATE INDEX placement_try_by_install ON placement_try (scope, install, unit, is_report, time);
        CREATE INDEX placement_try_by_time ON placement_try (time);
        """,
        "ALTER TABLE placement_try RENAME COLUMN is_report TO state;",
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold {
        try PlacementFiguresFold(warehouse)
    }
}
