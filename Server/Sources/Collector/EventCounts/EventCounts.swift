import MarqueeWire
import PlatformStore

/// Events by name and day: how many there were, and of how many installs.
struct EventCounts: Projection {
    let name = "event_counts"
    let eventNames: Set<String>? = nil
    let keys: [PropertyKey] = []

    let versions = [
        """
        CREATE TABLE event_count (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, name INTEGER NOT NULL,
            events INTEGER NOT NULL, UNIQUE (scope, day, name));
        CREATE TABLE event_install (
            count INTEGER NOT NULL, block INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (count, block)) WITHOUT ROWID;
        """
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try EventCountsFold(warehouse) }
}
