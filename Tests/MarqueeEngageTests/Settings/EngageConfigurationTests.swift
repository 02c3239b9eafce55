import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-111 to ENG-158: the keys of the ancestor's manual, their defaults, and the app's own file.
@Suite struct EngageConfigurationTests {
    /// Every row of the manual's table.
    static let defaults: [(key: String, value: ConfigurationKey.Value)] = [
        ("LocalEventStore.expireLocalEventsAfterNumDays", .count(30)),
        ("General.databaseListId", .text("{YOUR_LIST_ID}")),
        ("General.ubfEventCacheSize", .count(3)),
        ("General.defaultCurrentCampaignExpiration", .text("1 day")),
        ("ParamFieldNames.ParamCampaignValidFor", .text("CampaignValidFor")),
        ("ParamFieldNames.ParamCampaignExpiresAt", .text("CampaignExpiresAt")),
        ("ParamFieldNames.ParamCurrentCampaign", .text("CurrentCampaign")),
        ("ParamFieldNames.ParamCallToAction", .text("CallToAction")),
        ("Session.sessionLifecycleExpiration", .text("30 minutes")),
        ("Networking.maxNumRetries", .count(3)),
        ("UBFFieldNames.UBFSessionDurationFieldName", .text("Session Duration")),
        ("UBFFieldNames.UBFTagsFieldName", .text("Tags")),
        ("UBFFieldNames.UBFDisplayedMessageFieldName", .text("Displayed Message")),
        ("UBFFieldNames.UBFCallToActionFieldName", .text("Call To Action")),
        ("UBFFieldNames.UBFEventNameFieldName", .text("Event Name")),
        ("UBFFieldNames.UBFGoalNameFieldName", .text("Goal Name")),
        ("UBFFieldNames.UBFCurrentCampaignFieldName", .text("Campaign Name")),
        ("UBFFieldNames.UBFLastCampaignFieldName", .text("Last Campaign")),
        ("UBFFieldNames.UBFLocationAddressFieldName", .text("Location Address")),
        ("UBFFieldNames.UBFLocationNameFieldName", .text("Location Name")),
        ("UBFFieldNames.UBFLatitudeFieldName", .text("Latitude")),
        ("UBFFieldNames.UBFLongitudeFieldName", .text("Longitude")),
        ("LocationServices.lastKnownLocationDateFormat", .text("yyyy'-'MM'-'dd")),
        ("LocationServices.lastKnownLocationTimestampColumn", .text("Last Location Address Time")),
        ("LocationServices.lastKnownLocationColumn", .text("Last Location Address")),
        ("LocationServices.locationDistanceFilter", .count(10)),
        ("LocationServices.locationPrecisionLevel", .text("kCLLocationAccuracyBest")),
        ("LocationServices.locationCacheLifespan", .text("1 hr")),
        ("LocationServices.coordinatesPlacemarkTimeout", .text("15 sec")),
        ("LocationServices.coordinatesAcquisitionTimeout", .text("15 sec")),
        ("LocationServices.enabled", .truth(true)),
        ("Augmentation.augmentationTimeout", .text("15 sec")),
        ("Recipient.enableAutoAnonymousTracking", .truth(true)),
        ("Recipient.mobileUserIdGeneratorClassName", .text("EngageDefaultUUIDGenerator")),
        ("Recipient.mobileUserIdColumn", .text("Mobile User Id")),
        ("Recipient.mergedRecipientIdColumn", .text("Merged Recipient Id")),
        ("Recipient.mergedDateColumn", .text("Merged Date")),
        ("Recipient.mergeHistoryInMarketingDatabase", .truth(true)),
        ("AuditRecord.auditRecordPrimaryKeyColumnName", .text("Audit Record Id")),
        ("AuditRecord.auditRecordPrimaryKeyGeneratorClassName", .text("EngageDefaultUUIDGenerator")),
        ("AuditRecord.oldRecipientIdColumnName", .text("Old Recipient Id")),
        ("AuditRecord.newRecipientIdColumnName", .text("New Recipient Id")),
        ("AuditRecord.createDateColumnName", .text("Create Date")),
        ("AuditRecord.mergeHistoryInAuditRecordTable", .truth(false)),
        ("AuditRecord.auditRecordListId", .text("")),
    ]

    @Test func `every key of the manual has its default`() {
        let keys = Dictionary(uniqueKeysWithValues: ConfigurationTable.engage.keys.map { ($0.name, $0.defaultValue) })
        for (name, value) in Self.defaults { #expect(keys[name] == value, "\(name)") }
        let own = Set(keys.keys.filter { $0.hasPrefix("engage.") })
        let known = Set(Self.defaults.map(\.key)).union(own).union(["Augmentation.augmentationPluginClasses"])
        #expect(Set(keys.keys) == known)
        #expect(
            own == [
                "engage.host", "engage.clientID", "engage.clientSecret", "engage.refreshToken", "engage.listID",
            ])
    }

    private func read(_ file: [String: Any]) throws -> Configuration {
        let data = try PropertyListSerialization.data(fromPropertyList: file, format: .xml, options: 0)
        return Configuration(data: data, [.core, .engage])
    }

    private func problems(_ configuration: Configuration) -> [String?] {
        configuration.problems.filter { $0.code == .wrongForm || $0.code == .unknownKey }.map(\.key)
    }

    // ENG-112
    @Test func `the app's file wins value by value, and leaves the other values of a section`() throws {
        let configuration = try read(["General": ["ubfEventCacheSize": 7], "Unknown": ["key": 1]])
        #expect(configuration.count(.engageEventCacheSize) == 7)
        #expect(configuration.text(.engageCampaignExpiration) == "1 day")
        #expect(problems(configuration) == ["Unknown.key"])
    }

    @Test func `a value of the wrong type keeps the default and is a problem`() throws {
        let configuration = try read([
            "LocationServices": ["enabled": 5, "locationDistanceFilter": "12"], "Networking": ["maxNumRetries": -1],
            "LocalEventStore": ["expireLocalEventsAfterNumDays": 0],
        ])
        #expect(configuration.truth(.engageLocationEnabled))
        #expect(configuration.count(.engageLocationDistance) == 12)
        #expect(configuration.count(.engageMaximumRetries) == 3)
        #expect(configuration.count(.engageEventDays) == 30)
        #expect(
            Set(problems(configuration)) == [
                "LocationServices.enabled", "Networking.maxNumRetries",
                "LocalEventStore.expireLocalEventsAfterNumDays",
            ])
    }

    // ENG-116
    @Test(arguments: [0, -3, "many", true] as [any Sendable])
    func `a cache size that is no positive number is 1`(value: any Sendable) throws {
        let configuration = try read(["General": ["ubfEventCacheSize": value]])
        #expect(EngageSettings(configuration).cacheSize == 1)
        #expect(problems(configuration) == ["General.ubfEventCacheSize"])
    }

    // ENG-155
    @Test(
        arguments: [
            ["AuditRecord>newRecipientIdColumnName": "N"], ["AuditRecord->newRecipientIdColumnName": "N"],
            ["AuditRecord": ["newRecipientIdColumnName": "N"]],
        ] as [[String: any Sendable]])
    func `every spelling of a key is the same key`(file: [String: any Sendable]) throws {
        let configuration = try read(file)
        #expect(configuration.text(.engageAuditNewColumn) == "N")
        #expect(problems(configuration) == [])
    }

    // ENG-117, ENG-122, ENG-145
    @Test func `durations are read from texts, and an unreadable one is the default with a warning`() throws {
        let settings = EngageSettings(
            try read([
                "Session": ["sessionLifecycleExpiration": "5 minutes"],
                "Augmentation": ["augmentationTimeout": "0 sec"],
                "General": ["defaultCurrentCampaignExpiration": "tomorrow"],
            ]))
        #expect(settings.sessionTimeout == .seconds(300))
        #expect(settings.augmentationTimeout == .zero)
        #expect(settings.campaigns.standard == .seconds(86_400))
        #expect(settings.problems.map(\.key) == ["General.defaultCurrentCampaignExpiration"])
        #expect(EngageSettings(try read([:])).sessionTimeout == .seconds(1_800))
    }

    // ENG-118 to ENG-120, ENG-124
    @Test func `other names replace the default ones`() throws {
        let settings = EngageSettings(
            try read([
                "ParamFieldNames": ["ParamCurrentCampaign": "cmp", "ParamCampaignValidFor": "ttl"],
                "UBFFieldNames": ["UBFGoalNameFieldName": "Goal", "UBFTagsFieldName": ""],
            ]))
        #expect(settings.fields[.goalName] == "Goal")
        #expect(settings.fields[.tags] == "Tags")
        let now = try time("2014-01-01T00:00:00Z")
        let campaign = settings.campaigns.campaign(in: ["cmp": "C", "ttl": "1h"], now: now)
        #expect(campaign == Campaign(name: "C", expires: now + .seconds(3_600)))
        #expect(settings.campaigns.campaign(in: ["CurrentCampaign": "C"], now: now) == nil)
    }

    // ENG-115
    @Test func `the list of the host's settings wins, and a placeholder is none`() throws {
        #expect(try read([:]).engageList == "")
        #expect(try read(["General": ["databaseListId": "7"]]).engageList == "7")
        #expect(try read(["General": ["databaseListId": "7"], "engage": ["listID": "8"]]).engageList == "8")
    }

    // ENG-001
    @Test(arguments: ["clientID", "clientSecret", "refreshToken", "listID"])
    func `a host without one of its values is not used, and the value is named`(missing: String) throws {
        var section = [
            "host": "https://h.example", "clientID": "c", "clientSecret": "s", "refreshToken": "r", "listID": "1",
        ]
        #expect(EngageSettings(try read(["engage": section])).host?.url.host() == "h.example")
        section[missing] = nil
        let settings = EngageSettings(try read(["engage": section]))
        #expect(settings.host == nil)
        #expect(settings.namesHost)
        #expect(settings.problems.map(\.key) == ["engage.\(missing)"])
    }

    // ENG-050
    @Test func `the names of plug-ins are read in their order`() throws {
        let configuration = try read(["Augmentation": ["augmentationPluginClasses": ["Weather", "abcd"]]])
        #expect(EngageSettings(configuration).plugins == ["Weather", "abcd"])
        #expect(problems(configuration) == [])
    }
}
