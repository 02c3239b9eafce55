import MarqueeWire
import PlatformStore

/// Every event as a ``Fact``, packed by day and name: what funnels, retention and segments are answered from.
///
/// An event costs 8 bytes at the end of a blob, so folding writes few pages, and a question reads the events of its names
/// and days and no others. A row for each event would cost several times as much to write and to read.
struct EventFacts: Projection {
    let name = "event_facts"
    let eventNames: Set<String>? = nil
    let keys: [PropertyKey] = []

    let versions = [
        """
        CREATE TABLE fact_part (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, name INTEGER NOT NULL,
            facts BLOB NOT NULL);
        CREATE INDEX fact_part_by_name ON fact_part (scope, day, name);
        """
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try EventFactsFold(warehouse) }
}
