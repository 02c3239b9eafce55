import MarqueeCore

extension RecipientSettings {
    /// The settings in the sections `Recipient` and `AuditRecord`.
    init(_ configuration: Configuration) {
        self.init()
        listID = configuration.engageList
        mobileUserIDColumn = configuration.text(.engageUserIDColumn)
        isAutomatic = configuration.truth(.engageAnonymousTracking)
        mobileUserIDGenerator = configuration.text(.engageUserIDGenerator)
        mergedRecipientColumn = configuration.text(.engageMergedRecipientColumn)
        mergedDateColumn = configuration.text(.engageMergedDateColumn)
        recordsMergeInList = configuration.truth(.engageMergeHistory)
        audit.isEnabled = configuration.truth(.engageAuditEnabled)
        audit.tableID = configuration.text(.engageAuditListID)
        audit.keyColumn = configuration.text(.engageAuditKeyColumn)
        audit.keyGenerator = configuration.text(.engageAuditKeyGenerator)
        audit.oldRecipientColumn = configuration.text(.engageAuditOldColumn)
        audit.newRecipientColumn = configuration.text(.engageAuditNewColumn)
        audit.dateColumn = configuration.text(.engageAuditDateColumn)
    }
}
