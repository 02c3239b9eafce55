public import MarqueeCore

/// The keys of Engage. A name with a dot is in a section of `EngageConfig.plist`: `Networking.maxNumRetries` is
/// `maxNumRetries` in the section `Networking`.
extension ConfigurationKey {
    /// The address of an Engage-compatible host. Without it, universal events go to Marquee's own ``service``.
    public static let engageHost = ConfigurationKey("engage.host", .address)
    /// The client id that the host issued.
    public static let engageClientID = ConfigurationKey("engage.clientID", .text(maximum: 512))
    /// The secret of the client.
    public static let engageClientSecret = ConfigurationKey("engage.clientSecret", .secret(maximum: 4_096))
    /// The token that is exchanged for access tokens.
    public static let engageRefreshToken = ConfigurationKey("engage.refreshToken", .secret(maximum: 4_096))
    /// The id of the database; wins over ``engageDatabaseListID``.
    public static let engageListID = ConfigurationKey("engage.listID", .text(maximum: 64))

    /// The id of the database, in the ancestor's file. The placeholder counts as none.
    public static let engageDatabaseListID = ConfigurationKey(
        "General.databaseListId", .text(maximum: 64), default: .text(engageListIDPlaceholder))
    /// How many events must be ready before a request is made; 1 sends each event at once.
    public static let engageEventCacheSize = ConfigurationKey(
        "General.ubfEventCacheSize", .count(1...500), default: .count(3), ifUnusable: .count(1))
    /// How long a campaign is current if nothing else is said, as an ``MarqueeEngage/Expiration``.
    public static let engageCampaignExpiration = expiration("General.defaultCurrentCampaignExpiration", "1 day")
    /// How long an app may be away before its session ends, as an ``MarqueeEngage/Expiration``.
    public static let engageSessionExpiration = expiration("Session.sessionLifecycleExpiration", "30 minutes")
    /// How often an event is sent again after its first failed attempt.
    public static let engageMaximumRetries = ConfigurationKey(
        "Networking.maxNumRetries", .count(0...1_000), default: .count(3))
    /// For how many days events are kept once they are sent or have failed.
    public static let engageEventDays = ConfigurationKey(
        "LocalEventStore.expireLocalEventsAfterNumDays", .count(1...3_650), default: .count(30))
    /// How long plug-ins have for one event, as an ``MarqueeEngage/Expiration``.
    public static let engageAugmentationTimeout = expiration("Augmentation.augmentationTimeout", "15 sec")
    /// The names of the plug-ins that run, in this order. Plug-ins that the app adds without a name run after them.
    public static let engagePlugins = ConfigurationKey(
        "Augmentation.augmentationPluginClasses", .texts(maximum: 100),
        default: .texts([
            "UBFCoordinatesAugmentationPlugin", "UBFPlacemarkAugmentationPlugin", "UBFLocationNameAugmentationPlugin",
        ]))

    /// The parameter that holds how long a campaign is current.
    public static let engageValidForParameter = parameter("ParamCampaignValidFor", "CampaignValidFor")
    /// The parameter that holds when a campaign ends.
    public static let engageExpiresAtParameter = parameter("ParamCampaignExpiresAt", "CampaignExpiresAt")
    /// The parameter that holds the name of a campaign.
    public static let engageCampaignParameter = parameter("ParamCurrentCampaign", "CurrentCampaign")
    /// The parameter that holds the call to action of a notification.
    public static let engageCallToActionParameter = parameter("ParamCallToAction", "CallToAction")

    /// The database's column for the time of the last known location.
    public static let engageLocationTimeColumn = column(
        "LocationServices.lastKnownLocationTimestampColumn", "Last Location Address Time")
    /// The database's column for the last known location.
    public static let engageLocationColumn = column(
        "LocationServices.lastKnownLocationColumn", "Last Location Address")
    /// The form of the last known location's date.
    public static let engageLocationDateFormat = ConfigurationKey(
        "LocationServices.lastKnownLocationDateFormat", .text(maximum: 64), default: .text("yyyy'-'MM'-'dd"))
    /// How many metres the device moves before a new location is used.
    public static let engageLocationDistance = ConfigurationKey(
        "LocationServices.locationDistanceFilter", .count(0...1_000_000), default: .count(10))
    /// How precise locations should be: one of CoreLocation's six names.
    public static let engageLocationPrecision = ConfigurationKey(
        "LocationServices.locationPrecisionLevel", .text(maximum: 64), default: .text("kCLLocationAccuracyBest"))
    /// How long a location is used, as an ``MarqueeEngage/Expiration``.
    public static let engageLocationLifespan = expiration("LocationServices.locationCacheLifespan", "1 hr")
    /// How long an event waits for the place name of its coordinates, as an ``MarqueeEngage/Expiration``.
    public static let engagePlacemarkTimeout = expiration("LocationServices.coordinatesPlacemarkTimeout", "15 sec")
    /// How long an event waits for coordinates, as an ``MarqueeEngage/Expiration``.
    public static let engageCoordinatesTimeout = expiration("LocationServices.coordinatesAcquisitionTimeout", "15 sec")
    /// Whether events carry the device's location.
    public static let engageLocationEnabled = truth("LocationServices.enabled", true)

    /// Whether mobile user ids are generated.
    public static let engageAnonymousTracking = truth("Recipient.enableAutoAnonymousTracking", true)
    /// The name of the generator of mobile user ids.
    public static let engageUserIDGenerator = generator("Recipient.mobileUserIdGeneratorClassName")
    /// The database's column for the mobile user id.
    public static let engageUserIDColumn = column("Recipient.mobileUserIdColumn", "Mobile User Id")
    /// The database's column for the recipient that another one was merged into.
    public static let engageMergedRecipientColumn = column("Recipient.mergedRecipientIdColumn", "Merged Recipient Id")
    /// The database's column for the time of a merge.
    public static let engageMergedDateColumn = column("Recipient.mergedDateColumn", "Merged Date")
    /// Whether merges are written to the database.
    public static let engageMergeHistory = truth("Recipient.mergeHistoryInMarketingDatabase", true)

    /// The audit table's column for its key.
    public static let engageAuditKeyColumn = column("AuditRecord.auditRecordPrimaryKeyColumnName", "Audit Record Id")
    /// The name of the generator of the audit table's keys.
    public static let engageAuditKeyGenerator = generator("AuditRecord.auditRecordPrimaryKeyGeneratorClassName")
    /// The audit table's column for the recipient that was given up.
    public static let engageAuditOldColumn = column("AuditRecord.oldRecipientIdColumnName", "Old Recipient Id")
    /// The audit table's column for the recipient that is used instead.
    public static let engageAuditNewColumn = column("AuditRecord.newRecipientIdColumnName", "New Recipient Id")
    /// The audit table's column for the time of the merge.
    public static let engageAuditDateColumn = column("AuditRecord.createDateColumnName", "Create Date")
    /// Whether merges are written to the audit table.
    public static let engageAuditEnabled = truth("AuditRecord.mergeHistoryInAuditRecordTable", false)
    /// The id of the audit table.
    public static let engageAuditListID = ConfigurationKey(
        "AuditRecord.auditRecordListId", .text(maximum: 64), default: .text(""))

    /// The name of an attribute in events; an empty name is the default.
    public static func engageFieldName(_ field: EngageField) -> ConfigurationKey {
        ConfigurationKey(
            "UBFFieldNames.\(field.rawValue)", .text(maximum: 256), default: .text(field.defaultName))
    }

    /// What the ancestor's file has before somebody writes the real id.
    static let engageListIDPlaceholder = "{YOUR_LIST_ID}"

    private static func expiration(_ name: String, _ text: String) -> ConfigurationKey {
        ConfigurationKey(name, .text(maximum: 256), default: .text(text))
    }

    private static func parameter(_ name: String, _ text: String) -> ConfigurationKey {
        ConfigurationKey("ParamFieldNames.\(name)", .text(maximum: 256), default: .text(text))
    }

    private static func column(_ name: String, _ text: String) -> ConfigurationKey {
        ConfigurationKey(name, .text(maximum: 256), default: .text(text))
    }

    private static func generator(_ name: String) -> ConfigurationKey {
        ConfigurationKey(name, .text(maximum: 256), default: .text("EngageDefaultUUIDGenerator"))
    }

    private static func truth(_ name: String, _ value: Bool) -> ConfigurationKey {
        ConfigurationKey(name, .truth, default: .truth(value))
    }
}
