import Foundation
import MarqueeCore
import Testing

@testable import MarqueeEngage

/// ENG-094, ENG-109: each single call of each case fails in each way, the app may be started again, and the next call
/// leads to the same end as a call without a failure.
struct IdentityFaultTests {
    enum Case: String, Sendable, CaseIterable {
        case notFound, ownRecipient, ownWithoutMobileUserID, withoutMobileUserID, withMobileUserID, uniqueKey
        case freshInstall, chain
    }

    private static func fixture(_ scenario: Case) throws -> (RecipientFixture, RecipientFixture.Launch) {
        let fixture = try RecipientFixture()
        fixture.host.change { host in
            switch scenario {
            case .notFound, .ownRecipient, .ownWithoutMobileUserID: break
            case .withoutMobileUserID: host.recipients["R0"] = ["Facebook Id": "100"]
            case .withMobileUserID, .freshInstall:
                host.recipients["R0"] = ["Facebook Id": "100", "Mobile User Id": "M0"]
            case .uniqueKey:
                host.uniqueColumn = "Mobile User Id"
                host.recipients["R0"] = ["Facebook Id": "100"]
            case .chain:
                host.recipients["R5"] = ["Facebook Id": "100", "Merged Recipient Id": "R0"]
                host.recipients["R0"] = ["Email": "a@b.c"]
            }
        }
        let launch =
            scenario == .freshInstall ? try fixture.launch(.audited) : try fixture.launchWithRecipient(.audited)
        launch.generators.register("Mobile") { "mobile-1" }
        fixture.host.change { host in
            if scenario == .ownRecipient { host.recipients["R1"]?["Facebook Id"] = "100" }
            if scenario == .ownWithoutMobileUserID { host.recipients["R1"] = ["Facebook Id": "100"] }
        }
        return (fixture, launch)
    }

    /// What is left at the end, without generated ids and keys.
    private struct End: Equatable {
        let recipients: [String: [String: String]]
        let rows: [[String: String]]
        let checked: CheckedIdentity
        let local: RecipientPair

        init(_ fixture: RecipientFixture, _ launch: RecipientFixture.Launch, _ checked: CheckedIdentity) {
            var recipients = fixture.host.now.recipients
            // The generated id of a fresh install differs from run to run.
            for (id, columns) in recipients where id.hasPrefix("1000") {
                recipients[id]?["Mobile User Id"] = columns["Mobile User Id"].map { $0.isEmpty ? "" : "generated" }
            }
            self.recipients = recipients
            rows = fixture.host.now.table.values.map { $0.filter { $0.key != "Audit Record Id" } }
            self.checked = checked
            local = RecipientPair(launch.identity.ids)
        }
    }

    @Test(arguments: Case.allCases, RecipientHost.Failure.allCases)
    func `after a failure at any call, the next check ends as if there had been none`(
        _ scenario: Case, _ failure: RecipientHost.Failure
    ) async throws {
        let ids = ["Facebook Id": "100"]
        let (whole, wholeLaunch) = try Self.fixture(scenario)
        let checked = try await wholeLaunch.recipients.checkIdentity(ids)
        let end = End(whole, wholeLaunch, checked)
        for call in 0..<whole.host.now.sent {
            for isRelaunched in [false, true] {
                var (fixture, launch) = try Self.fixture(scenario)
                let before = RecipientPair(launch.identity.ids)
                fixture.host.change { $0.failing = (call, failure) }
                await #expect(throws: EngageError.self) { try await launch.recipients.checkIdentity(ids) }
                if scenario != .freshInstall { #expect(RecipientPair(launch.identity.ids) == before) }
                if isRelaunched {
                    launch.kept.close()
                    launch = try fixture.launch(.audited)
                }
                let repeated = try await launch.recipients.checkIdentity(ids)
                let found = End(fixture, launch, repeated)
                #expect(found.recipients == end.recipients, "call \(call), relaunched: \(isRelaunched)")
                #expect(found.rows == end.rows, "call \(call), relaunched: \(isRelaunched)")
                #expect(found.local == end.local, "call \(call), relaunched: \(isRelaunched)")
                #expect(repeated == checked, "call \(call), relaunched: \(isRelaunched)")
                #expect(try launch.kept.value(RecipientWork.key) == nil)
            }
        }
    }

    @Test func `other ids finish the merge that was begun, and are checked after it`() async throws {
        let (fixture, launch) = try Self.fixture(.withoutMobileUserID)
        fixture.host.change { $0.failing = (2, .lostRequest) }
        await #expect(throws: EngageError.self) { try await launch.recipients.checkIdentity(["Facebook Id": "100"]) }
        let checked = try await launch.recipients.checkIdentity(["Twitter Id": "9999"])
        #expect(checked == CheckedIdentity(recipientID: "R0", mergedRecipientID: nil, mobileUserID: "M1"))
        #expect(fixture.host.now.recipients["R1"]?["Merged Recipient Id"] == "R0")
        #expect(fixture.host.now.recipients["R0"]?["Twitter Id"] == "9999")
    }

    @Test func `a merge is dropped when the app has other ids by then`() async throws {
        let (fixture, launch) = try Self.fixture(.withMobileUserID)
        fixture.host.change { $0.failing = (1, .lostRequest) }
        await #expect(throws: EngageError.self) { try await launch.recipients.checkIdentity(["Facebook Id": "100"]) }
        try launch.identity.setMobileUserID("M2")
        fixture.host.change { $0.recipients["R0"]?["Facebook Id"] = "200" }
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked == CheckedIdentity(recipientID: "R1", mergedRecipientID: nil, mobileUserID: "M2"))
        #expect(fixture.host.now.recipients["R1"]?["Merged Recipient Id"] == nil)
    }

    @Test func `a merge whose recipient was removed begins again with a search`() async throws {
        let (fixture, launch) = try Self.fixture(.withoutMobileUserID)
        fixture.host.change { $0.failing = (1, .lostRequest) }
        await #expect(throws: EngageError.self) { try await launch.recipients.checkIdentity(["Facebook Id": "100"]) }
        fixture.host.change { $0.recipients["R0"] = nil }
        let checked = try await launch.recipients.checkIdentity(["Facebook Id": "100"])
        #expect(checked == CheckedIdentity(recipientID: "R1", mergedRecipientID: nil, mobileUserID: "M1"))
        #expect(fixture.host.now.recipients == ["R1": ["Mobile User Id": "M1", "Facebook Id": "100"]])
    }
}
