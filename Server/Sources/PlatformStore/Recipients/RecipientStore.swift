public import MarqueeWire

/// Lists of recipients, and the recipients in them.
///
/// Every call names an app, and finds nothing of other apps. Refusals are a ``StoreError`` whose
/// ``StoreError/recipientFault`` says which it is. Column names are compared without regard to case.
public protocol RecipientStore: Sendable {
    /// Everything of these kinds that has a `LIST_ID`, by name; an app has at most 1,000 of all kinds.
    func entries(app: String, kinds: Set<ListEntry.Kind>) async throws(StoreError) -> [ListEntry]

    /// What has a `LIST_ID`.
    /// - Throws: `noList`.
    func entry(_ id: Int64, app: String) async throws(StoreError) -> ListEntry

    /// What has a name, whatever its case; `nil` without one.
    func entry(named name: String, _ kind: ListEntry.Kind, app: String) async throws(StoreError) -> ListEntry?

    /// - Throws: `noList`.
    func list(_ id: Int64, app: String) async throws(StoreError) -> ListRecord

    /// Makes a list.
    /// - Parameters:
    ///   - name: 1 to 200 bytes.
    ///   - folder: a path; its folders need not be made before.
    ///   - columns: at most 500, whose numbers are not used. A column `EMAIL` takes e-mail addresses.
    /// - Throws: `nameInUse`, `nameNotValid`, `columnExists`, `systemColumn`, `tooMany`; `notFound` for an app that does
    ///   not exist.
    func createList(_ name: String, folder: String, columns: [ListColumn], app: String, by who: String)
        async throws(StoreError) -> ListRecord

    /// Deletes a list with its recipients, contact lists and queries.
    /// - Throws: `noList`.
    func removeList(_ id: Int64, app: String, by who: String) async throws(StoreError)

    /// Adds a column. Recipients that are in the list already get its default.
    /// - Throws: `noList`, `columnExists`, `systemColumn`, `nameNotValid`, `valueNotValid`, `tooMany`.
    func addColumn(_ column: ListColumn, to list: Int64, app: String, by who: String) async throws(StoreError)
        -> ListColumn

    /// Changes how recipients are found by a column. The recipients that are in the list already are indexed too.
    /// - Throws: `noList`, `noColumn`; `keyInUse` when a column is to be unique, and two recipients have one value.
    func setLookup(_ lookup: ListColumn.Lookup, of column: String, in list: Int64, app: String, by who: String)
        async throws(StoreError)

    /// Adds a recipient, or updates the one that is there. Concurrent calls with one unique value make one recipient.
    /// What is refused stores nothing.
    /// - Throws: `noList`, also for a contact list that is not one of the list's; `noColumn`, `valueNotValid`, `keyInUse`,
    ///   `notIndexed`, `tooMany`.
    func add(_ addition: RecipientAddition, to list: Int64, app: String) async throws(StoreError) -> StoredRecipient

    /// Changes the given values of a recipient; an empty one clears it.
    /// - Throws: `noList`, `noRecipient`, `noMatch`, `removed`, `noColumn`, `valueNotValid`, `keyInUse`, `notIndexed`.
    func update(_ address: RecipientAddress, _ values: [String: String], in list: Int64, app: String)
        async throws(StoreError) -> StoredRecipient

    /// - Throws: `noList`, `noRecipient`, `noMatch`, `removed`, `noColumn`, `notIndexed`.
    func recipient(_ address: RecipientAddress, in list: Int64, app: String) async throws(StoreError) -> RecipientRecord

    /// The recipients with all of these values, by column name, in the order of their ids.
    /// - Parameter limit: 1 to 1000.
    /// - Throws: `noList`, `noColumn`, `notIndexed`.
    func recipients(with values: [String: String], in list: Int64, app: String, limit: Int) async throws(StoreError)
        -> [RecipientRecord]

    /// The contact lists that a recipient of a list is in, by their ids.
    /// - Throws: `noList`.
    func contactLists(of recipient: Int64, in list: Int64, app: String) async throws(StoreError) -> [Int64]

    /// Removes a recipient's values. Its id is remembered, and never used again.
    /// - Throws: `noList`, `noRecipient`, `noMatch`, `removed`, `noColumn`, `notIndexed`.
    func remove(_ address: RecipientAddress, from list: Int64, app: String) async throws(StoreError)

    /// Marks a recipient as one that gets no more messages, or takes the mark back. Values mark every recipient that has
    /// them, and take the mark from the oldest one.
    /// - Returns: the oldest recipient that was changed.
    /// - Throws: `optedOut` if all are marked already; else as ``remove(_:from:app:)``.
    func setOptedOut(_ isOptedOut: Bool, _ address: RecipientAddress, in list: Int64, app: String)
        async throws(StoreError) -> StoredRecipient

    /// When the recipients of an app opted out who have, among those with some ids; of any list.
    func optedOut(among ids: Set<Int64>, app: String) async throws(StoreError) -> [Int64: Timestamp]

    /// Recipients of a list, or of one of its contact lists, in the order of their ids.
    /// - Parameters:
    ///   - id: a list or contact list.
    ///   - after: continues a listing.
    ///   - limit: 1 to 1000.
    /// - Throws: `noList`.
    func recipients(of id: Int64, app: String, after: Int64?, limit: Int) async throws(StoreError) -> RecipientPage

    /// Makes a contact list with its first recipients, all of them or nothing.
    /// - Parameter members: ids of recipients of the list, at most 10,000.
    /// - Throws: `noList`, `nameInUse`, `nameNotValid`; `noRecipient` for an id that the list does not have or that was
    ///   removed; `tooMany`.
    func createContactList(
        _ name: String, folder: String, of list: Int64, members: Set<Int64>, app: String, by who: String
    ) async throws(StoreError) -> ContactListRecord

    /// Adds a recipient to a contact list of its list; it may be there already.
    /// - Throws: `noList`, `noRecipient`, `noMatch`, `removed`.
    func addContact(_ address: RecipientAddress, to contactList: Int64, app: String) async throws(StoreError)
        -> StoredRecipient

    /// - Throws: `noList`, `noColumn`, `nameInUse`, `nameNotValid`, `tooMany`.
    func createQuery(
        _ name: String, folder: String, of list: Int64, criteria: QueryCriteria, app: String, by who: String
    ) async throws(StoreError) -> QueryRecord

    /// - Throws: `noList`.
    func query(_ id: Int64, app: String) async throws(StoreError) -> QueryRecord
}

extension RecipientStore {
    /// Makes an empty contact list.
    /// - Throws: `noList`, `nameInUse`, `nameNotValid`.
    public func createContactList(_ name: String, folder: String, of list: Int64, app: String, by who: String)
        async throws(StoreError) -> ContactListRecord
    {
        try await createContactList(name, folder: folder, of: list, members: [], app: app, by: who)
    }
}
