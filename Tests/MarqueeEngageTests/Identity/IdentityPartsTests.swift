import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-136 to ENG-144, ENG-146 to ENG-158, ENG-185: the parts as the configuration wants them.
struct IdentityPartsTests {
    private func configuration(_ settings: [ConfigurationKey: ConfigurationKey.Value] = [:]) throws -> Configuration {
        Configuration(
            service: try #require(URL(string: "https://marquee.example/v1/apps/brand/main")), trustAnchors: [],
            settings: settings)
    }

    @Test func `without settings, the parts have the defaults`() throws {
        #expect(RecipientSettings(try configuration()) == RecipientSettings())
        let log = Log(build: .release)
        #expect(LocationSettings(try configuration(), log: log) == LocationSettings())
    }

    @Test func `each setting of a recipient has its key`() throws {
        var wanted = RecipientSettings()
        (wanted.listID, wanted.mobileUserIDColumn, wanted.isAutomatic) = ("1", "2", false)
        (wanted.mobileUserIDGenerator, wanted.mergedRecipientColumn, wanted.mergedDateColumn) = ("3", "4", "5")
        wanted.recordsMergeInList = false
        wanted.audit = .init(
            isEnabled: true, tableID: "6", keyColumn: "7", keyGenerator: "8", oldRecipientColumn: "9",
            newRecipientColumn: "10", dateColumn: "11")
        let settings = try configuration([
            .engageListID: .text("1"), .engageUserIDColumn: .text("2"), .engageAnonymousTracking: .truth(false),
            .engageUserIDGenerator: .text("3"), .engageMergedRecipientColumn: .text("4"),
            .engageMergedDateColumn: .text("5"), .engageMergeHistory: .truth(false), .engageAuditEnabled: .truth(true),
            .engageAuditListID: .text("6"), .engageAuditKeyColumn: .text("7"), .engageAuditKeyGenerator: .text("8"),
            .engageAuditOldColumn: .text("9"), .engageAuditNewColumn: .text("10"), .engageAuditDateColumn: .text("11"),
        ])
        #expect(RecipientSettings(settings) == wanted)
    }

    @Test func `each setting of locations has its key`() throws {
        var wanted = LocationSettings()
        (wanted.isEnabled, wanted.distanceFilter, wanted.precision) = (false, 50, .kilometre)
        (wanted.lifespan, wanted.placemarkTimeout) = (.seconds(7_200), .seconds(1))
        wanted.acquisitionTimeout = .seconds(15)
        (wanted.locationColumn, wanted.dateColumn, wanted.dateFormat) = ("1", "2", "yyyy")
        let settings = try configuration([
            .engageLocationEnabled: .truth(false), .engageLocationDistance: .count(50),
            .engageLocationPrecision: .text("kCLLocationAccuracyKilometer"), .engageLocationLifespan: .text("2 hrs"),
            .engagePlacemarkTimeout: .text("1 sec"), .engageCoordinatesTimeout: .text("soon"),
            .engageLocationColumn: .text("1"), .engageLocationTimeColumn: .text("2"),
            .engageLocationDateFormat: .text("yyyy"),
        ])
        let (log, messages) = (Log(build: .debug), RecordingLog())
        log.setReceiver(messages)
        #expect(LocationSettings(settings, log: log) == wanted)
        #expect(messages.messages(.warning).count == 1)
    }

    @Test func `the parts share one token, and a new place reaches the recipient`() async throws {
        let (folder, clock, host) = (try TemporaryFolder(), ManualClock(), RecipientHost())
        let environment = Environment(folder: folder.url, transport: host.transport, clock: clock)
        let settings = try configuration([
            .engageHost: .text("https://engage.example"), .engageClientID: .text("c"),
            .engageClientSecret: .text("s"), .engageRefreshToken: .text("r"),
            .engageListID: .text(RecipientHost.listID),
        ])
        let core = try Core(configuration: settings, environment: environment, log: Log(build: .release))
        let state = try EngageState(environment)
        let parts = try IdentityParts(core: core, state: state, host: .example(listID: RecipientHost.listID))
        #expect(parts.identity.deviceID == core.installID)
        let id = try await parts.recipients.setUpRecipient()
        await parts.lastKnownLocation.addColumns()
        let locations = ScriptedLocations()
        locations.change { $0.placemarks = [.example] }
        let keeper = parts.keeper(locations)
        #expect(IdentityParts.plugins(keeper, EngageFieldNames()).map(\.key) == settings.texts(.engagePlugins))
        keeper.start()
        locations.move(to: LocationFix(latitude: 33.7, longitude: -84.4, time: clock.now))
        #expect(await eventually { host.now.recipients[id]?["Last Location Address"]?.hasPrefix("Atlanta") == true })
        #expect(host.now.tokens == 1)
        try core.consent.limitTracking(true)
        #expect(!keeper.isOn)
        await core.close()
    }

    @Test func `without a host, recipients are not configured`() async throws {
        let folder = try TemporaryFolder()
        let environment = Environment(folder: folder.url, transport: FakeTransport(), clock: ManualClock())
        let core = try Core(configuration: configuration(), environment: environment, log: Log(build: .release))
        let parts = try IdentityParts(core: core, state: EngageState(environment), host: nil)
        #expect(parts.tokens == nil)
        let error = await #expect(throws: EngageError.self) { try await parts.recipients.setUpRecipient() }
        #expect(error?.code == .notConfigured)
        await core.close()
    }
}
