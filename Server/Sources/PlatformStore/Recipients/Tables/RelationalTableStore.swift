/// Relational tables and their rows.
///
/// Every call names an app, and finds nothing of other apps. Refusals are a ``StoreError`` whose
/// ``StoreError/recipientFault`` says which it is.
public protocol RelationalTableStore: Sendable {
    /// - Throws: `noList`.
    func table(_ id: Int64, app: String) async throws(StoreError) -> RelationalTableRecord

    /// Makes a table.
    /// - Parameter columns: at most 200; those with the lookup `unique` are the key, of which there is at least one.
    /// - Throws: `nameInUse`, `nameNotValid`, `columnExists`, `noKeyValue` without a key, `tooMany`.
    func createTable(_ name: String, folder: String, columns: [ListColumn], app: String, by who: String)
        async throws(StoreError) -> RelationalTableRecord

    /// Relates columns of a table to those of a list.
    /// - Throws: `noList`, `noColumn`.
    func join(_ table: Int64, _ join: TableJoin, app: String, by who: String) async throws(StoreError)

    /// Inserts rows, or changes the given values of the rows with the same key; all of them or none.
    /// - Parameter rows: at most 100, by column name.
    /// - Throws: `noList`, `noColumn`, `noKeyValue`, `valueNotValid`, `tooMany`.
    func insertOrUpdate(_ rows: [[String: String]], in table: Int64, app: String) async throws(StoreError)

    /// Deletes the rows with these keys; a key without a row is no error.
    /// - Returns: how many rows were deleted.
    /// - Throws: `noList`, `noColumn`, `noKeyValue`, `tooMany`.
    func deleteRows(_ keys: [[String: String]], in table: Int64, app: String) async throws(StoreError) -> Int

    /// Deletes all rows.
    /// - Throws: `noList`.
    func purge(_ table: Int64, app: String, by who: String) async throws(StoreError)

    /// Deletes a table.
    /// - Throws: `noList`.
    func removeTable(_ id: Int64, app: String, by who: String) async throws(StoreError)

    /// Rows in the order of their keys.
    /// - Parameters:
    ///   - after: the ``TableRow/key`` of the last row of the page before.
    ///   - limit: 1 to 1000.
    /// - Throws: `noList`.
    func rows(of table: Int64, app: String, after: String?, limit: Int) async throws(StoreError) -> [TableRow]
}
