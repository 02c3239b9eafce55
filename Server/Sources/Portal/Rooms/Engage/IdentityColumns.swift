import MarqueeWire
import PlatformStore

/// The columns that an app's identities need, by the names that the SDK uses unless it is configured
/// otherwise.
enum IdentityColumns {
    static let mobileUserID = "Mobile User Id"
    static let mergedRecipientID = "Merged Recipient Id"
    static let mergedDate = "Merged Date"

    /// In a database. Two devices that add one person at a time make one recipient, since the key is unique.
    static let ofList = [
        ListColumn(name: mobileUserID, type: .text, lookup: .unique),
        ListColumn(name: mergedRecipientID, type: .text, lookup: .indexed),
        ListColumn(name: mergedDate, type: .text),
    ]

    /// The name of the table that is made in one step; its columns are ``MergeAuditTable/columns``.
    static let auditTable = "Audit of merged recipients"
}
