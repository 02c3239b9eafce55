/// Why a store of recipients refused: the reasons that XMLAPI answers with numbers of their own.
///
/// It is the cause of a ``StoreError``, whose code is what the rest of the server looks at.
public enum RecipientFault: String, Error, Sendable, CaseIterable {
    /// The app has no list, table, contact list or query with this id.
    case noList
    /// The list has no recipient with this id, and never had.
    case noRecipient
    /// No recipient of the list has all of these values.
    case noMatch
    /// The recipient was removed from the list.
    case removed
    /// The recipient has opted out already.
    case optedOut
    /// Another recipient of the list has this value in a column whose values are unique.
    case keyInUse
    /// The list has no column of this name.
    case noColumn
    /// A row has no value in a key column.
    case noKeyValue
    /// A value does not fit the type of its column.
    case valueNotValid
    /// The list has a column of this name.
    case columnExists
    /// The name belongs to a column that every list has.
    case systemColumn
    /// A list, table, contact list or query of the app has this name.
    case nameInUse
    /// A name is empty, too long or holds characters that cannot be seen.
    case nameNotValid
    /// More than 100 rows in one request, or more columns, choices, lists, jobs or files than there may be.
    case tooMany
    /// A search by columns without an index in a list that is too large for one.
    case notIndexed
    /// There is no job with this id.
    case noJob
    /// The app has no file of this name.
    case noFile
    /// A job that waits or runs needs the file.
    case fileInUse
    /// The query was counted less than 12 hours ago.
    case calculatedRecently
}

extension StoreError {
    /// The reason for XMLAPI; `nil` for an error that is not about recipients.
    public var recipientFault: RecipientFault? { cause as? RecipientFault }

    init(_ fault: RecipientFault, _ message: String, retryAfter: Duration? = nil) {
        let code: Code =
            switch fault {
            case .noList, .noRecipient, .noMatch, .removed, .noColumn, .noJob, .noFile: .notFound
            case .keyInUse, .columnExists, .nameInUse, .optedOut, .fileInUse: .alreadyExists
            case .noKeyValue, .valueNotValid, .systemColumn, .nameNotValid, .tooMany, .notIndexed: .invalid
            case .calculatedRecently: .throttled
            }
        self.init(code, message, retryAfter: retryAfter, cause: fault)
    }
}
