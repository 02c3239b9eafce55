/// How the recipients of an app are kept in the host's list.
struct RecipientSettings: Sendable, Hashable {
    /// The table that records merges.
    struct AuditTable: Sendable, Hashable {
        /// Whether merges are recorded there.
        var isEnabled = false
        /// The number of the table.
        var tableID = ""
        var keyColumn = "Audit Record Id"
        /// The name of the generator of keys, see ``IDGenerators``.
        var keyGenerator = IDGenerators.defaultName
        var oldRecipientColumn = "Old Recipient Id"
        var newRecipientColumn = "New Recipient Id"
        var dateColumn = "Create Date"
    }

    /// The number of the list.
    var listID = ""
    var mobileUserIDColumn = "Mobile User Id"
    /// Whether ``Recipients/setUpRecipient()`` generates a mobile user id where the app has stored none.
    var isAutomatic = true
    /// The name of the generator of mobile user ids, see ``IDGenerators``.
    var mobileUserIDGenerator = IDGenerators.defaultName
    var mergedRecipientColumn = "Merged Recipient Id"
    var mergedDateColumn = "Merged Date"
    /// Whether a recipient that is given up gets the id of the other recipient, and the time.
    var recordsMergeInList = true
    var audit = AuditTable()

    /// The reason why no recipient can be set up; `nil` if there is none. Nothing is sent then.
    var setUpProblem: EngageError? {
        if listID.isEmpty { return EngageError(.notConfigured, "the list id is empty") }
        if mobileUserIDColumn.isEmpty {
            return EngageError(.notConfigured, "Recipient.mobileUserIdColumn is empty")
        }
        return nil
    }

    /// The reason why no identity can be checked; `nil` if there is none. Nothing is sent then.
    var checkProblem: EngageError? {
        if let setUpProblem { return setUpProblem }
        var needed: [(String, String)] = []
        if recordsMergeInList {
            needed += [
                ("Recipient.mergedRecipientIdColumn", mergedRecipientColumn),
                ("Recipient.mergedDateColumn", mergedDateColumn),
            ]
        }
        if audit.isEnabled {
            needed += [
                ("AuditRecord.auditRecordListId", audit.tableID),
                ("AuditRecord.auditRecordPrimaryKeyColumnName", audit.keyColumn),
                ("AuditRecord.oldRecipientIdColumnName", audit.oldRecipientColumn),
                ("AuditRecord.newRecipientIdColumnName", audit.newRecipientColumn),
                ("AuditRecord.createDateColumnName", audit.dateColumn),
            ]
        }
        return needed.first { $0.1.isEmpty }.map { EngageError(.notConfigured, "\($0.0) is empty") }
    }
}
