import MarqueeWire

/// The table in which apps keep which recipient was merged into which.
///
/// An app's configuration names the table's id as `auditRecordListId`; the columns have the names that apps use unless they
/// are configured otherwise.
public enum MergeAuditTable {
    /// The key, the merged recipient, the one that it was merged into, and when.
    public static let columns = [
        ListColumn(name: "Audit Record Id", type: .text, lookup: .unique),
        ListColumn(name: "Old Recipient Id", type: .text), ListColumn(name: "New Recipient Id", type: .text),
        ListColumn(name: "Create Date", type: .timestamp),
    ]
}
