import MarqueeWire
import PlatformStore

/// The sequence numbers that are missing of each install and lane.
struct SequenceGaps: Projection {
    let name = "sequence_gaps"
    let eventNames: Set<String>? = nil
    let keys: [PropertyKey] = []

    let versions = [
        // Installs that have sent events already are somewhere in their count: it is taken up where they are.
        """
        CREATE TABLE lane_count (
            scope INTEGER NOT NULL, install INTEGER NOT NULL, lane INTEGER NOT NULL, highest INTEGER NOT NULL,
            PRIMARY KEY (scope, install, lane)) WITHOUT ROWID;
        CREATE TABLE sequence_gap (
            scope INTEGER NOT NULL, install INTEGER NOT NULL, lane INTEGER NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL, missing INTEGER NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (scope, install, lane, first)) WITHOUT ROWID;
        CREATE INDEX sequence_gap_by_since ON sequence_gap (since);
        INSERT INTO lane_count (scope, install, lane, highest)
            SELECT install.scope, term.id, 0, \(LaneGaps.unknown) FROM install JOIN term ON term.text = 'i' || install.id;
        """
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try SequenceGapsFold(warehouse) }
}
