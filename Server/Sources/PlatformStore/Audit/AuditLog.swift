/// The record of every change.
///
/// The stores write their own entries in the transaction of the change. This protocol reads the entries, and stores
/// those of other parts.
public protocol AuditLog: Sendable {
    /// The entries of one app or of all, newest first.
    /// - Parameters:
    ///   - app: the app whose entries are listed; `nil` for all.
    ///   - id: continues a listing below this entry.
    ///   - limit: 1 to 1000; a value outside is moved to the nearer end.
    /// - Returns: an empty list at the end of the listing.
    /// - Throws: `storage`, `damaged`.
    func entries(app: String?, before id: String?, limit: Int) async throws(StoreError) -> [AuditEntry]

    func append(action: String, subject: String, detail: String, app: String?, by who: String) async throws(StoreError)
}
