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
        """,
        // SQLite cannot count bits: halves of 32 bits are added up in pairs, fours and eights, and their bytes in a product.
        """
        ALTER TABLE event_count ADD COLUMN installs INTEGER NOT NULL DEFAULT 0;
        WITH half (count, x) AS (
            SELECT count, bits & 4294967295 FROM event_install
            UNION ALL SELECT count, (bits >> 32) & 4294967295 FROM event_install),
        pair (count, x) AS (SELECT count, x - ((x >> 1) & 1431655765) FROM half),
        four (count, x) AS (SELECT count, (x & 858993459) + ((x >> 2) & 858993459) FROM pair),
        eight (count, x) AS (SELECT count, (x + (x >> 4)) & 252645135 FROM four)
        UPDATE event_count SET installs = counted.installs
        FROM (SELECT count, SUM(((x * 16843009) >> 24) & 255) AS installs FROM eight GROUP BY count) AS counted
        WHERE counted.count = event_count.id;
        """,
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try EventCountsFold(warehouse) }
}
