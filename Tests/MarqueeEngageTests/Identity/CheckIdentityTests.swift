import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-101 to ENG-108, ENG-149 to ENG-158. The fixture's clock stands at 01/28/2015 01:36:50 GMT.
struct CheckIdentityTests {
    private static let now = "01/28/2015 01:36:50 GMT"

    @Test func `ids that no recipient has are written to the app's recipient`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "X"])
        #expect(checked == CheckedIdentity(recipientID: "R1", mergedRecipientID: nil, mobileUserID: "M1"))
        #expect(fixture.host.now.recipients == ["R1": ["Mobile User Id": "M1", "Facebook Id": "X"]])
        #expect(fixture.host.now.calls == ["SelectRecipientData", "UpdateRecipient(R1)"])
    }

    @Test func `a recipient must have all the ids`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100", "Twitter Id": "1"] }
        let launch = try fixture.launchWithRecipient()
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100", "Twitter Id": "2"])
        #expect(checked.mergedRecipientID == nil)
        #expect(checked.recipientID == "R1")
        #expect(fixture.host.now.recipients["R1"]?["Twitter Id"] == "2")
    }

    @Test func `a recipient without a mobile user id gets the app's`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100"] }
        let launch = try fixture.launchWithRecipient()
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked == CheckedIdentity(recipientID: "R0", mergedRecipientID: "R1", mobileUserID: "M1"))
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "R0", mobileUserID: "M1"))
        #expect(
            fixture.host.now.recipients == [
                "R0": ["Facebook Id": "100", "Mobile User Id": "M1"],
                "R1": ["Mobile User Id": "", "Merged Recipient Id": "R0", "Merged Date": Self.now],
            ])
        #expect(fixture.host.now.calls == ["SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)"])
        #expect(fixture.host.now.table.isEmpty)
    }

    @Test func `the mobile user id of a recipient becomes the app's`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100", "Mobile User Id": "M0"] }
        let launch = try fixture.launchWithRecipient()
        let changes = Locked<[EngageIDs]>([])
        launch.identity.observe { [identity = launch.identity] in changes.withLock { $0.append(identity.ids) } }
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked == CheckedIdentity(recipientID: "R0", mergedRecipientID: "R1", mobileUserID: "M0"))
        #expect(
            fixture.host.now.recipients == [
                "R0": ["Facebook Id": "100", "Mobile User Id": "M0"],
                "R1": ["Mobile User Id": "M1", "Merged Recipient Id": "R0", "Merged Date": Self.now],
            ])
        #expect(fixture.host.now.calls == ["SelectRecipientData", "UpdateRecipient(R1)"])
        // Events read both ids at once, so one change has both.
        #expect(
            changes.withLock { $0.map(RecipientPair.init) } == [RecipientPair(recipientID: "R0", mobileUserID: "M0")])
    }

    @Test func `the app's own recipient is left alone`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        fixture.host.change { $0.recipients["R1"]?["Facebook Id"] = "100" }
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked == CheckedIdentity(recipientID: "R1", mergedRecipientID: nil, mobileUserID: "M1"))
        #expect(fixture.host.now.calls == ["SelectRecipientData"])
    }

    @Test func `the app's own recipient gets the mobile user id that it lacks`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        fixture.host.change { $0.recipients["R1"] = ["Facebook Id": "100"] }
        _ = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(fixture.host.now.recipients["R1"] == ["Facebook Id": "100", "Mobile User Id": "M1"])
    }

    @Test func `a fresh install is set up first`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "fbuser"])
        #expect(checked.recipientID == "100001")
        #expect(fixture.host.now.calls == ["AddRecipient", "SelectRecipientData", "UpdateRecipient(100001)"])
    }

    @Test(arguments: [[:], ["Facebook Id": ""], ["": "100"]]) func `a check without usable ids sends nothing`(
        _ ids: [String: String]
    ) async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        let error = await #expect(throws: EngageError.self) { try await launch.recipients.checkIdentity(ids) }
        #expect(error?.code == .invalidParameters)
        #expect(fixture.host.now.tokens == 0)
    }

    @Test func `a column that the list lacks is the host's fault, and the ids stay`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        let error = await #expect(throws: EngageError.self) {
            try await launch.recipients.checkIdentity(["Shoe Size": "43"])
        }
        #expect(error?.fault?.message == "Column Shoe Size does not exist")
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "R1", mobileUserID: "M1"))
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func `both histories are switched on and off by themselves`(_ inList: Bool, _ inTable: Bool) async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100", "Mobile User Id": "M0"] }
        var settings = inTable ? RecipientSettings.audited : .example
        settings.recordsMergeInList = inList
        settings.audit.keyGenerator = "Key"
        let launch = try fixture.launchWithRecipient(settings)
        launch.generators.register("Key") { "key-1" }
        _ = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        let old = fixture.host.now.recipients["R1"]
        #expect(old?["Merged Recipient Id"] == (inList ? "R0" : nil))
        #expect(old?["Merged Date"] == (inList ? Self.now : nil))
        let row = [
            "Audit Record Id": "key-1", "Old Recipient Id": "R1", "New Recipient Id": "R0", "Create Date": Self.now,
        ]
        #expect(fixture.host.now.table == (inTable ? ["key-1": row] : [:]))
        #expect(fixture.host.now.recipients["R0"]?["Merged Recipient Id"] == nil)
    }

    @Test(arguments: [
        (\RecipientSettings.audit.tableID, "auditRecordListId"),
        (\RecipientSettings.audit.keyColumn, "auditRecordPrimaryKeyColumnName"),
        (\RecipientSettings.mergedDateColumn, "mergedDateColumn"),
        (\RecipientSettings.mergedRecipientColumn, "mergedRecipientIdColumn"),
    ]) func `what the history needs is named before anything is sent`(
        _ value: any WritableKeyPath<RecipientSettings, String> & Sendable, _ name: String
    ) async throws {
        let fixture = try RecipientFixture()
        var settings = RecipientSettings.audited
        settings[keyPath: value] = ""
        let launch = try fixture.launchWithRecipient(settings)
        let error = await #expect(throws: EngageError.self) {
            try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        }
        #expect(error?.code == .notConfigured)
        #expect(error?.message.contains(name) == true)
        #expect(fixture.host.now.tokens == 0)
    }

    @Test func `a renamed column of the audit table is the host's fault, and the ids stay until it is right`()
        async throws
    {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100", "Mobile User Id": "M0"] }
        var settings = RecipientSettings.audited
        settings.audit.oldRecipientColumn = "Old Recipient"
        var launch = try fixture.launchWithRecipient(settings)
        let error = await #expect(throws: EngageError.self) {
            try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        }
        #expect(error?.fault?.message == "Column Old Recipient does not exist")
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "R1", mobileUserID: "M1"))
        launch.kept.close()
        // An hour later, a corrected configuration finishes the merge, with the time at which the merge began.
        fixture.clock.advance(by: .seconds(3_600))
        launch = try fixture.launch(.audited)
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked.mergedRecipientID == "R1")
        #expect(fixture.host.now.table.values.map { $0["Create Date"] } == [Self.now])
        #expect(fixture.host.now.recipients["R1"]?["Merged Date"] == Self.now)
    }

    @Test func `a missing audit table is the host's fault`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100"] }
        var settings = RecipientSettings.audited
        settings.audit.tableID = "1"
        let launch = try fixture.launchWithRecipient(settings)
        let error = await #expect(throws: EngageError.self) {
            try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        }
        #expect(error?.fault?.id == .listNotValid)
        #expect(launch.identity.recipientID == "R1")
    }

    @Test func `a list that takes a mobile user id once is merged too`() async throws {
        let fixture = try RecipientFixture(RecipientHost { $0.uniqueColumn = "Mobile User Id" })
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100"] }
        let launch = try fixture.launchWithRecipient()
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked.mobileUserID == "M1")
        #expect(fixture.host.now.recipients["R0"]?["Mobile User Id"] == "M1")
        #expect(fixture.host.now.recipients["R1"]?["Mobile User Id"] == "")
    }

    @Test func `parallel checks run one after the other`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R0"] = ["Facebook Id": "100", "Twitter Id": "1"] }
        let launch = try fixture.launchWithRecipient()
        let checks = [["Facebook Id": "100"], ["Twitter Id": "1"], ["Facebook Id": "100", "Twitter Id": "1"]]
        await withTaskGroup { group in
            for ids in checks { group.addTask { _ = try? await launch.recipients.checkIdentity(ids) } }
        }
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "R0", mobileUserID: "M1"))
        #expect(fixture.host.now.calls.count { $0 == "UpdateRecipient(R1)" } == 1)
        #expect(fixture.host.now.recipients.count == 2)
    }
}
