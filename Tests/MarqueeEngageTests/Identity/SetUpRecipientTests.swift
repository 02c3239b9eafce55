import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-094 to ENG-099, ENG-110, ENG-146 to ENG-148.
struct SetUpRecipientTests {
    @Test func `a fresh install gets one recipient, and both ids are kept`() async throws {
        let fixture = try RecipientFixture()
        var launch = try fixture.launch()
        let id = try await launch.recipients.setUpRecipient()
        #expect(id == "100001")
        let mobile = launch.identity.mobileUserID
        #expect(UUID(uuidString: mobile) != nil)
        #expect(fixture.host.now.recipients == [id: ["Mobile User Id": mobile]])
        #expect(fixture.host.now.calls == ["AddRecipient"])
        launch.kept.close()
        launch = try fixture.launch()
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: id, mobileUserID: mobile))
    }

    @Test func `with both ids nothing is sent, not even for a token`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        #expect(try await launch.recipients.setUpRecipient() == "R1")
        #expect(fixture.host.now.calls.isEmpty)
        #expect(fixture.host.now.tokens == 0)
    }

    /// The ancestor looked at the mobile user id alone, and made no recipient. The look-up before is ours: the app's id
    /// may be in the list already.
    @Test func `an id that the app has stored gets a recipient, after a look-up`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        try launch.identity.setMobileUserID("M1")
        let id = try await launch.recipients.setUpRecipient()
        #expect(fixture.host.now.recipients == [id: ["Mobile User Id": "M1"]])
        #expect(fixture.host.now.calls == ["SelectRecipientData", "AddRecipient"])
    }

    @Test func `an id that is in the list already gets its recipient`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R7"] = ["Mobile User Id": "M1"] }
        let launch = try fixture.launch()
        try launch.identity.setMobileUserID("M1")
        #expect(try await launch.recipients.setUpRecipient() == "R7")
        #expect(fixture.host.now.calls == ["SelectRecipientData"])
    }

    @Test func `a recipient without a mobile user id gets a generated one`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        try launch.identity.setMobileUserID("")
        #expect(try await launch.recipients.setUpRecipient() == "R1")
        #expect(fixture.host.now.calls == ["UpdateRecipient(R1)"])
        #expect(fixture.host.now.recipients["R1"]?["Mobile User Id"] == launch.identity.mobileUserID)
        #expect(!launch.identity.mobileUserID.isEmpty)
    }

    @Test func `a refused update stores no id`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launchWithRecipient()
        try launch.identity.setMobileUserID("")
        fixture.host.change { $0.recipients = [:] }
        let error = await #expect(throws: EngageError.self) { try await launch.recipients.setUpRecipient() }
        #expect(error?.fault?.id == .notAMember)
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "R1", mobileUserID: ""))
    }

    @Test func `without generated ids, the app's id is needed`() async throws {
        let fixture = try RecipientFixture()
        var settings = RecipientSettings.example
        settings.isAutomatic = false
        let launch = try fixture.launch(settings)
        let error = await #expect(throws: EngageError.self) { try await launch.recipients.setUpRecipient() }
        #expect(error?.code == .notConfigured)
        #expect(error?.message.contains("enableAutoAnonymousTracking") == true)
        #expect(fixture.host.now.calls.isEmpty)
        try launch.identity.setMobileUserID("M1")
        #expect(try await launch.recipients.setUpRecipient() == "100001")
        launch.kept.close()
        // The configuration of a later version of the app allows it, without a new install.
        let later = try fixture.launch()
        try later.identity.setMobileUserID("")
        #expect(try await later.recipients.setUpRecipient() == "100001")
    }

    @Test(arguments: [
        (\RecipientSettings.listID, "list id"), (\RecipientSettings.mobileUserIDColumn, "mobileUserIdColumn"),
    ]) func `what is not configured is named before anything is sent`(
        _ value: any WritableKeyPath<RecipientSettings, String> & Sendable, _ name: String
    ) async throws {
        let fixture = try RecipientFixture()
        var settings = RecipientSettings.example
        settings[keyPath: value] = ""
        let launch = try fixture.launch(settings)
        let error = await #expect(throws: EngageError.self) { try await launch.recipients.setUpRecipient() }
        #expect(error?.code == .notConfigured)
        #expect(error?.message.contains(name) == true)
        #expect(fixture.host.now.tokens == 0)
        #expect(launch.identity.mobileUserID.isEmpty)
    }

    @Test func `a column that the list lacks is the host's fault, and no id is stored`() async throws {
        let fixture = try RecipientFixture()
        var settings = RecipientSettings.example
        settings.mobileUserIDColumn = "Device"
        let launch = try fixture.launch(settings)
        let error = await #expect(throws: EngageError.self) { try await launch.recipients.setUpRecipient() }
        #expect(error?.fault == .init("Column Device does not exist", id: .columnDoesNotExist))
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "", mobileUserID: ""))
    }

    @Test(arguments: RecipientHost.Failure.allCases, [false, true])
    func `after a failure, the next call makes no second recipient`(
        _ failure: RecipientHost.Failure, _ isRelaunched: Bool
    ) async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.failing = (0, failure) }
        var launch = try fixture.launch()
        await #expect(throws: EngageError.self) { try await launch.recipients.setUpRecipient() }
        #expect(RecipientPair(launch.identity.ids) == RecipientPair(recipientID: "", mobileUserID: ""))
        if isRelaunched {
            launch.kept.close()
            launch = try fixture.launch()
        }
        let id = try await launch.recipients.setUpRecipient()
        #expect(fixture.host.now.recipients == [id: ["Mobile User Id": launch.identity.mobileUserID]])
        #expect(try launch.kept.value(RecipientWork.key) == nil)
    }

    @Test func `ten calls at once make one recipient`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { try await launch.recipients.setUpRecipient() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids == ["100001"])
        #expect(fixture.host.now.calls == ["AddRecipient"])
        #expect(fixture.host.now.tokens == 1)
    }

    @Test func `a call whose caller is cancelled still ends`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let call = Task { try await launch.recipients.setUpRecipient() }
        call.cancel()
        _ = try? await call.value
        #expect(try await launch.recipients.setUpRecipient() == "100001")
        #expect(fixture.host.now.calls == ["AddRecipient"])
    }

    @Test func `an id that the app changes meanwhile is not overwritten`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        try launch.identity.setMobileUserID("app")
        let old = RecipientPair(recipientID: "", mobileUserID: "")
        let error = #expect(throws: EngageError.self) {
            try launch.identity.switchTo(
                RecipientPair(recipientID: "R", mobileUserID: "M1"), from: old, finishing: RecipientWork.key)
        }
        #expect(error?.code == .invalidState)
        #expect(launch.identity.mobileUserID == "app")
    }

    @Test func `the app's generator makes the id, and its id is looked up`() async throws {
        let fixture = try RecipientFixture()
        var settings = RecipientSettings.example
        settings.mobileUserIDGenerator = "Card"
        let launch = try fixture.launch(settings)
        launch.generators.register("Card") { "card-7" }
        try await launch.recipients.setUpRecipient()
        #expect(launch.identity.mobileUserID == "card-7")
        // The generator may make the same id again, so the id is looked up.
        #expect(fixture.host.now.calls == ["SelectRecipientData", "AddRecipient"])
    }
}
