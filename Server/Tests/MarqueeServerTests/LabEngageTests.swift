import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer
@testable import Simulator

/// ENG-190, ENG-197: the lab's phones with an Engage account of a running server.
@Suite(.timeLimit(.minutes(10))) struct LabEngageTests {
    /// A phone of a running server whose app is connected with a database.
    private struct Phone: Sendable {
        let test: TestServer
        let device: Device
        let list: Int64

        var state: EngageWing.App? {
            guard let app = device.front else { return nil }
            return EngageWing.App(app)
        }

        func command(_ json: String) async throws {
            let (command, app) = try test.server.lab.commands.command(json: Data(json.utf8))
            try await command.run(
                CommandCall(lab: test.server.lab, device: device, contentOrigin: "http://127.0.0.1", appID: app))
        }

        func track(_ name: String) async throws {
            try await command(#"{"name":"engage.track","kind":"named","text":"\#(name)"}"#)
        }

        /// The status of the event with this name; empty before it is on disk.
        func status(_ name: String) -> String { event(name)?.status ?? "" }

        func event(_ name: String) -> EngageWing.Line? {
            state?.events.first { $0.attributes.contains(.init(name: "Event Name", value: name)) }
        }

        func has(_ statuses: [String: String]) async -> Bool {
            await eventually { statuses.allSatisfy { status($0.key) == $0.value } }
        }

        /// Waits for the end of work on the recipient.
        func outcome(of json: String) async throws -> IdentityOutcome {
            try await command(json)
            try #require(await eventually { state?.identity.map { $0.branch != .running } == true })
            return try #require(state?.identity)
        }

        func add(_ values: [String: String]) async throws -> String {
            let recipients = test.server.platform.recipients
            return String(try await recipients.add(RecipientAddition(values), to: list, app: "demo").id)
        }
    }

    private func withPhone(_ body: @Sendable (Phone) async throws -> Void) async throws {
        let test = try await TestServer([.lab: "open"])
        let platform = test.server.platform
        try await platform.engageClients.setAccount(
            EngageAccount(app: "demo", isProvisioned: true, tokensPerHour: 1_000), by: "test")
        let list = try await platform.recipients.createList(
            "Guests", folder: "",
            columns: [
                ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
                ListColumn(name: "Merged Recipient Id", type: .text, lookup: .indexed),
                ListColumn(name: "Merged Date", type: .text), ListColumn(name: "Card", type: .text, lookup: .indexed),
                ListColumn(name: "Name", type: .text),
            ], app: "demo", by: "test")
        let issued = try await platform.engageClients.createClient(name: "Lab", app: "demo", by: "test")
        test.server.connectLab(
            LabConnection(
                client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken, list: list.id),
            app: "demo")
        try await test.running { _, _ in
            let device = try await test.server.lab.add()
            try await body(Phone(test: test, device: device, list: list.id))
            await test.server.lab.close()
        }
    }

    // ENG-190
    @Test func `events of a time in airplane mode are sent when the network returns, without any action`() async throws
    {
        try await withPhone { phone in
            try await phone.command(#"{"name":"engage.network","network":"offline"}"#)
            try await phone.track("a")
            try await phone.track("b")
            #expect(await phone.has(["a": "NOT_POSTED", "b": "NOT_POSTED"]))
            try await phone.command(#"{"name":"engage.flush"}"#)
            #expect(await phone.has(["a": "NOT_POSTED", "b": "NOT_POSTED"]))
            #expect(phone.event("a")?.attempts == 0)
            try await phone.command(#"{"name":"engage.network","network":"online"}"#)
            #expect(await phone.has(["a": "SUCCESSFULLY_POSTED", "b": "SUCCESSFULLY_POSTED"]))
        }
    }

    // ENG-197
    @Test func `network, sign-in and augmentation frozen one after the other produce all five statuses`() async throws {
        try await withPhone { phone in
            try await phone.track("posted")
            try await phone.command(#"{"name":"engage.flush"}"#)
            #expect(await phone.has(["posted": "SUCCESSFULLY_POSTED"]))

            try await phone.command(#"{"name":"engage.network","network":"failing"}"#)
            try await phone.track("failed")
            // One attempt and three more; the clock ends the waits between them.
            for attempt in 1...4 {
                _ = await phone.device.front?.marquee.engage.flush()
                let isCounted = await eventually {
                    phone.status("failed") == "FAILED_POST" || (phone.event("failed")?.attempts ?? 0) >= attempt
                }
                #expect(isCounted, "attempt \(attempt)")
                try await phone.command(#"{"name":"device.clock","seconds":1200}"#)
            }
            #expect(await phone.has(["failed": "FAILED_POST"]))

            try await phone.command(#"{"name":"engage.network","network":"online"}"#)
            try await phone.command(#"{"name":"engage.signIn","signIn":"frozen"}"#)
            try await phone.track("waiting")
            let receipt = await phone.device.front?.marquee.engage.flush()
            #expect(receipt?.posted == 0 && receipt?.reason != nil)
            #expect(await phone.has(["waiting": "NOT_POSTED"]))

            try await phone.command(#"{"name":"engage.augmentation","augmentation":"frozen"}"#)
            try await phone.track("expired")
            #expect(await phone.has(["expired": "HOLD"]))
            try await phone.command(#"{"name":"device.clock","seconds":60}"#)
            #expect(await phone.has(["expired": "EXPIRED"]))
            try await phone.track("held")
            #expect(
                await phone.has([
                    "posted": "SUCCESSFULLY_POSTED", "failed": "FAILED_POST", "waiting": "NOT_POSTED",
                    "expired": "EXPIRED", "held": "HOLD",
                ]))
            #expect(phone.state?.counts.allSatisfy { $0.count >= 1 } == true)

            for setting in [#"signIn","signIn"#, #"augmentation","augmentation"#] {
                try await phone.command(#"{"name":"engage.\#(setting)":"working"}"#)
            }
            #expect(await phone.has(["held": "NOT_POSTED"]))
            try await phone.command(#"{"name":"device.background"}"#)
            #expect(await eventually { phone.device.front?.marquee.core.appState == .background })
            try await phone.command(#"{"name":"device.foreground"}"#)
            let sent = ["waiting", "expired", "held"]
            let isSent = await eventually {
                _ = await phone.device.front?.marquee.engage.flush()
                return sent.allSatisfy { phone.status($0) == "SUCCESSFULLY_POSTED" }
            }
            #expect(isSent)
            #expect(phone.status("failed") == "FAILED_POST")
        }
    }

    @Test func `each case of an identity check is named, with its requests and both ids`() async throws {
        try await withPhone { phone in
            let nameless = try await phone.add(["Card": "1"])
            let known = try await phone.add(["Card": "2", "Mobile User Id": "m-2", "Name": "Ada"])
            let setUp = try await phone.outcome(of: #"{"name":"engage.setUpRecipient"}"#)
            #expect(setUp.branch == .setUp && setUp.calls == ["AddRecipient"])
            let first = try #require(phone.state)
            #expect(!first.recipient.isEmpty && !first.mobileUser.isEmpty)
            #expect(try await phone.outcome(of: #"{"name":"engage.setUpRecipient"}"#).branch == .known)

            func check(_ card: String) async throws -> IdentityOutcome {
                try await phone.outcome(of: #"{"name":"engage.checkIdentity","ids":{"Card":"\#(card)"}}"#)
            }
            let none = try await check("9")
            #expect(none.branch == .noneHasIDs)
            #expect(none.calls == ["SelectRecipientData refused", "UpdateRecipient"])
            #expect(try await check("9").branch == .ownHasIDs)
            #expect(phone.state?.recipient == first.recipient)

            let gives = try await check("1")
            #expect(gives.branch == .givesMobileUser, "\(gives)")
            #expect(phone.state?.recipient == nameless && phone.state?.mobileUser == first.mobileUser)
            let takes = try await check("2")
            #expect(takes.branch == .takesMobileUser, "\(takes)")
            #expect(phone.state?.recipient == known && phone.state?.mobileUser == "m-2")

            let payload = Data(#"{"aps":{"alert":"Hello"}}"#.utf8)
            let lab = phone.test.server.lab
            #expect(try lab.deliver(payload, to: known, app: "demo") == .delivered(phones: 1))
            #expect(try lab.deliver(payload, to: nameless, app: "demo") == .refused(.noPhone))
        }
    }

    @Test func `a tester chooses a recipient of the database for a new app, and not for one that has another`()
        async throws
    {
        try await withPhone { phone in
            let ada = try await phone.add(["Mobile User Id": "m-1", "Name": "Ada"])
            _ = try await phone.add(["Card": "7"])
            let offered = try await phone.test.server.lab.recipients(of: "demo")
            #expect(offered == [LabRecipient(user: "m-1", name: "Ada")])
            let outcome = try await phone.outcome(of: #"{"name":"engage.chooseRecipient","user":"m-1"}"#)
            #expect(outcome.branch == .setUp, "\(outcome)")
            #expect(phone.state?.recipient == ada && phone.state?.mobileUser == "m-1")
            await #expect(throws: LabError.self) {
                try await phone.command(#"{"name":"engage.chooseRecipient","user":"m-2"}"#)
            }
            try await phone.command(#"{"name":"device.restart"}"#)
            #expect(phone.state?.recipient == ada)
        }
    }
}
