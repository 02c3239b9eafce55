import Foundation
import MarqueeCore
import MarqueeTesting
import Testing

@testable import MarqueeEngage

/// ENG-083 to ENG-085, ENG-098, ENG-100, ENG-153, ENG-191.
struct EngageIdentityTests {
    @Test func `ids that are not known are empty, and all ids are kept between launches`() throws {
        let fixture = try RecipientFixture()
        var launch = try fixture.launch()
        #expect(
            [launch.identity.mobileUserID, launch.identity.recipientID, launch.identity.anonymousID] == ["", "", ""])
        try launch.identity.setMobileUserID("M")
        try launch.identity.setAnonymousID("A")
        try launch.identity.switchTo(
            RecipientPair(recipientID: "R", mobileUserID: "M"), from: RecipientPair(launch.identity.ids),
            finishing: "x")
        launch.kept.close()
        launch = try fixture.launch()
        let ids = launch.identity.ids
        #expect([ids.deviceID, ids.mobileUserID, ids.anonymousID, ids.recipientID] == ["device-1", "M", "A", "R"])
    }

    @Test func `an observer sees each change once, and no repetition`() throws {
        let launch = try RecipientFixture().launch()
        let seen = Locked<[String]>([])
        launch.identity.observe { [identity = launch.identity] in
            seen.withLock { $0.append(identity.mobileUserID) }
        }
        try launch.identity.setMobileUserID("M")
        try launch.identity.setMobileUserID("M")
        try launch.identity.setMobileUserID("N")
        #expect(seen.withLock { $0 } == ["M", "N"])
    }

    @Test func `two writers leave one of their values, in memory and on disk`() async throws {
        let fixture = try RecipientFixture()
        var launch = try fixture.launch()
        await withTaskGroup { group in
            for number in 0..<40 {
                group.addTask { [identity = launch.identity] in try? identity.setMobileUserID("user-\(number)") }
            }
        }
        let last = launch.identity.mobileUserID
        #expect(last.hasPrefix("user-"))
        launch.kept.close()
        launch = try fixture.launch()
        #expect(launch.identity.mobileUserID == last)
    }

    @Test func `an id that is too long is refused, and a closed file too`() throws {
        let launch = try RecipientFixture().launch()
        var error = #expect(throws: EngageError.self) {
            try launch.identity.setMobileUserID(String(repeating: "a", count: 257))
        }
        #expect(error?.code == .invalidParameters)
        launch.kept.close()
        error = #expect(throws: EngageError.self) { try launch.identity.setMobileUserID("M") }
        #expect(error?.code == .invalidState)
        #expect(launch.identity.mobileUserID == "")
    }

    struct Unusable: Error {}

    @Test(arguments: ["Missing", "Throwing", "Empty", "Long", IDGenerators.defaultName])
    func `a UUID replaces the id of an unusable generator`(_ name: String) throws {
        let generators = try RecipientFixture().launch().generators
        generators.register("Throwing") { throw Unusable() }
        generators.register("Empty") { "" }
        generators.register("Long") { String(repeating: "a", count: 257) }
        let id = generators.makeID(name)
        #expect(UUID(uuidString: id) != nil)
        #expect(generators.makeID(name) != id)
    }

    @Test func `a registered user's recipient id becomes the mobile user id`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R9"] = ["Email": "ada@example.com"] }
        let launch = try fixture.launch()
        for (email, isFound) in [("nobody@example.com", false), ("ada@example.com", true)] {
            let result = try await launch.api.send(
                .selectRecipientData(email: email, list: RecipientHost.listID))
            #expect(result.isSuccess == isFound)
            if result.isSuccess { try launch.identity.setMobileUserID(result.recipientID) }
            #expect(launch.identity.mobileUserID == (isFound ? "R9" : ""))
        }
    }

    @Test func `the old call for an anonymous user stores the recipient's id`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let calls: any FormerCalls = launch.recipients
        let result = try await calls.createAnonymousUser(list: RecipientHost.listID)
        #expect(result.recipientID == "100001")
        #expect(launch.identity.anonymousID == "100001")
        await #expect(throws: EngageError.self) { try await calls.createAnonymousUser(list: "wrong") }
        #expect(launch.identity.anonymousID == "100001")
    }

    @Test func `the old call for a registered user writes to both recipients`() async throws {
        let fixture = try RecipientFixture()
        fixture.host.change { $0.recipients["R9"] = ["Email": "ada"] }
        let launch = try fixture.launch()
        let calls: any FormerCalls = launch.recipients
        _ = try await calls.createAnonymousUser(list: RecipientHost.listID)
        let result = try await calls.updateAnonymousToPrimaryUser(
            "ada", list: RecipientHost.listID, primaryColumn: "Email", mergeColumn: "Twitter Id")
        #expect(result.isSuccess)
        #expect(launch.identity.mobileUserID == "ada")
        #expect(fixture.host.now.recipients["100001"]?["Twitter Id"] == "ada")
        #expect(fixture.host.now.recipients["R9"]?["Twitter Id"] == "ada")
    }

    @Test func `a refusal of the first update ends the old call`() async throws {
        let fixture = try RecipientFixture()
        let launch = try fixture.launch()
        let calls: any FormerCalls = launch.recipients
        let result = try await calls.updateAnonymousToPrimaryUser(
            "ada", list: RecipientHost.listID, primaryColumn: "Email", mergeColumn: "Twitter Id")
        #expect(!result.isSuccess)
        #expect(fixture.host.now.calls == ["UpdateRecipient()"])
        let names: any FormerNames = launch.identity
        #expect(names.primaryUserID == "ada")
        try names.setPrimaryUserID("bob")
        #expect(launch.identity.mobileUserID == "bob")
    }
}

/// The deprecated calls, which a test cannot name without a warning.
private protocol FormerCalls: Sendable {
    func createAnonymousUser(list: String) async throws(EngageError) -> XMLAPIResult
    func updateAnonymousToPrimaryUser(
        _ user: String, list: String, primaryColumn: String, mergeColumn: String
    ) async throws(EngageError) -> XMLAPIResult
}

extension Recipients: FormerCalls {}

private protocol FormerNames {
    var primaryUserID: String { get }
    func setPrimaryUserID(_ id: String) throws(EngageError)
}

extension EngageIdentity: FormerNames {}
