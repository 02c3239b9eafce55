public import MarqueeCore

extension ConfigurationTable {
    /// Reads the ancestor's `EngageConfig.plist` without changes to it. Its values win over the defaults one by one.
    ///
    /// Every key may also be written with its section before an arrow, as in the ancestor's manual:
    /// `General->ubfEventCacheSize`.
    public static let engage: ConfigurationTable = {
        let keys = engageKeys
        let arrows = keys.filter { !$0.name.hasPrefix("engage.") }.map { key in
            (name: key.name.split(separator: ".").joined(separator: "->"), key: key)
        }
        // The manual has this one key with a single arrow.
        let misspelt = (name: "AuditRecord>newRecipientIdColumnName", key: ConfigurationKey.engageAuditNewColumn)
        return ConfigurationTable(
            fileNames: ["EngageConfig.plist"], keys: keys, spellings: arrows + [misspelt])
    }()

    private static let engageKeys: [ConfigurationKey] =
        [
            .engageHost, .engageClientID, .engageClientSecret, .engageRefreshToken, .engageListID,
            .engageDatabaseListID, .engageEventCacheSize, .engageCampaignExpiration, .engageSessionExpiration,
            .engageMaximumRetries, .engageEventDays, .engageAugmentationTimeout, .engagePlugins,
            .engageValidForParameter, .engageExpiresAtParameter, .engageCampaignParameter,
            .engageCallToActionParameter, .engageLocationTimeColumn, .engageLocationColumn,
            .engageLocationDateFormat, .engageLocationDistance, .engageLocationPrecision, .engageLocationLifespan,
            .engagePlacemarkTimeout, .engageCoordinatesTimeout, .engageLocationEnabled, .engageAnonymousTracking,
            .engageUserIDGenerator, .engageUserIDColumn, .engageMergedRecipientColumn, .engageMergedDateColumn,
            .engageMergeHistory, .engageAuditKeyColumn, .engageAuditKeyGenerator, .engageAuditOldColumn,
            .engageAuditNewColumn, .engageAuditDateColumn, .engageAuditEnabled, .engageAuditListID,
        ] + EngageField.allCases.map { .engageFieldName($0) }
}
