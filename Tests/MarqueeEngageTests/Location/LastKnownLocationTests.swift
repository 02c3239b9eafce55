import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-136 to ENG-138, ENG-144, ENG-185: the last known location in the recipient's columns.
struct LastKnownLocationTests {
    private func location(
        _ fixture: RecipientFixture, _ launch: RecipientFixture.Launch,
        _ settings: LocationSettings = LocationSettings(), listID: String = RecipientHost.listID,
        isGranted: @escaping @Sendable () -> Bool = { true }
    ) -> LastKnownLocation {
        LastKnownLocation(
            launch.api, identity: launch.identity, listID: listID, settings: settings, kept: launch.kept,
            environment: fixture.environment(fixture.host.transport), log: fixture.log, isGranted: isGranted)
    }

    @Test func `the columns are added once for each install`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let added = ["AddListColumn(Last Location Address)", "AddListColumn(Last Location Address Time)"]
        // Without a network, the next start tries again.
        fixture.host.change { $0.failing = (0, .lostRequest) }
        await location(fixture, launch).addColumns()
        #expect(fixture.host.now.calls.isEmpty)
        await location(fixture, launch).addColumns()
        #expect(fixture.host.now.calls == added)
        #expect(fixture.host.now.columns.isSuperset(of: ["Last Location Address", "Last Location Address Time"]))
        await location(fixture, launch).addColumns()
        #expect(fixture.host.now.calls == added)
    }

    @Test func `columns that the list has are no reason to try again`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.columns.formUnion(["Last Location Address", "Last Location Address Time"]) }
        let launch = try fixture.launch()
        await location(fixture, launch).addColumns()
        await location(fixture, launch).addColumns()
        #expect(fixture.host.now.calls.count == 2)
    }

    @Test func `the columns are added to another list too, and none without a list`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        await location(fixture, launch, listID: "").addColumns()
        #expect(fixture.host.now.tokens == 0)
        await location(fixture, launch).addColumns()
        await location(fixture, launch, listID: "4713").addColumns()
        #expect(fixture.host.now.calls.count == 4)
    }

    @Test func `if the second column could not be added, the next start adds both`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        fixture.host.change { $0.failing = (1, .lostRequest) }
        await location(fixture, launch).addColumns()
        #expect(!fixture.host.now.columns.contains("Last Location Address Time"))
        await location(fixture, launch).addColumns()
        #expect(fixture.host.now.columns.contains("Last Location Address Time"))
    }

    @Test func `an app that passes a source of locations gets the columns`() async throws {
        let host = RecipientHost()
        let fixture = try EngageFixture(host.transport)
        let (core, engage) = try fixture.open()
        engage.followLocation(ScriptedLocations())
        #expect(await eventually { host.now.columns.contains("Last Location Address Time") })
        await engage.close()
        await core.close()
    }

    // PLC-140
    @Test func `a place is not sent once the user has refused locations, also while its request waits for a token`()
        async throws
    {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        let host = fixture.host
        await location(fixture, launch).addColumns()
        let before = host.now
        // The user refuses while the request waits for its token.
        launch.kept.close()
        let next = try fixture.launch()
        let isGranted: @Sendable () -> Bool = { host.now.tokens == before.tokens }
        await location(fixture, next, isGranted: isGranted).write(.example)
        #expect(host.now.tokens == before.tokens + 1)
        #expect(host.now.calls == before.calls)
        #expect(host.now.recipients["R1"]?["Last Location Address"] == nil)
        #expect(fixture.messages.messages(.warning).count == 1)
    }

    @Test func `while locations are switched off, nothing is sent`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        var settings = LocationSettings()
        settings.isEnabled = false
        await location(fixture, launch, settings).addColumns()
        await location(fixture, launch, settings).write(.example)
        #expect(fixture.host.now.tokens == 0)
    }

    @Test func `a new place is written to the recipient with its day in GMT`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        await location(fixture, launch).addColumns()
        await location(fixture, launch).write(.example)
        let recipient = fixture.host.now.recipients["R1"]
        #expect(recipient?["Last Location Address"] == "Atlanta, GA 30303, United States (US)")
        #expect(recipient?["Last Location Address Time"] == "2015-01-28")
    }

    @Test func `without a recipient nothing is sent, and a failure is only logged`() async throws {
        let fixture = try RecipientFixture()
        var launch = try fixture.launch()
        await location(fixture, launch).write(.example)
        #expect(fixture.host.now.tokens == 0)
        launch.kept.close()
        launch = try fixture.launchWithRecipient()
        await location(fixture, launch).write(.example)
        #expect(fixture.messages.messages(.warning).count == 1)
    }

    @Test(arguments: [
        ("yyyy'-'MM'-'dd", 1_402_358_400_000, "2014-06-10"), ("yyyy'-'MM'-'dd", 1_402_271_999_000, "2014-06-08"),
        ("yyyy'-'MM'-'dd", 1_402_272_000_000, "2014-06-09"), ("MM'-'dd'-'yyyy", 1_402_358_400_000, "06-10-2014"),
    ]) func `the day has the configured form`(_ format: String, _ milliseconds: Int64, _ day: String) {
        var settings = LocationSettings()
        settings.dateFormat = format
        let request = XMLAPIRequest.updateLastKnownLocation(
            nil, at: Timestamp(milliseconds: milliseconds).date, recipient: "7", list: "1", settings: settings)
        #expect(
            request.parameters == [
                .text("LIST_ID", "1"), .text("RECIPIENT_ID", "7"),
                .columns(["Last Location Address": "UNKNOWN", "Last Location Address Time": day]),
            ])
    }

    @Test(arguments: [
        (["Atlanta", "GA", "30303", "United States", "US"], "Atlanta, GA 30303, United States (US)"),
        (["Atlanta", "", "", "", ""], "Atlanta"), (["", "GA", "", "", "US"], "GA, (US)"),
        (["Zürich", "", "8001", "Schweiz", ""], "Zürich, 8001, Schweiz"), (["", "", "", "", ""], ""),
    ]) func `an address leaves out what is not known`(_ parts: [String], _ address: String) {
        var placemark = Placemark()
        (placemark.city, placemark.state) = (parts[0], parts[1].isEmpty ? nil : parts[1])
        (placemark.postalCode, placemark.country, placemark.countryCode) = (parts[2], parts[3], parts[4])
        #expect(placemark.address == address)
    }
}
