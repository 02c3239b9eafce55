import Foundation
import GRDB
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// A refusal or an opt-out while something is under way (PLC-017, PLC-018, PLC-140).
struct WithdrawalTests {
    private static let welcome: PlacementServer.Answer = { _ in .success(.record(["session": .text("s1")])) }

    /// A server that answers when the gate opens.
    private static func held(_ isOpen: Locked<Bool>, _ answer: PlacementAnswer) -> PlacementServer.Answer {
        { _ in
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            return answer
        }
    }

    @Test func `a choice that is made while the advertising id is asked for holds for that request`() async throws {
        let phone = try PlacementPhone(PlacementServer(Self.welcome))
        // Runs while the SDK asks the system for the id.
        let during = Locked<@Sendable () -> Void>({})
        let advertiser = Advertiser {
            let choose = during.withLock { $0 }
            choose()
            return .init(id: "A1", isLimited: false)
        }
        let app = try phone.start(advertiser: advertiser, hardwareAddress: HardwareAddress([1, 2, 3, 4, 5, 6]))
        during.withLock { $0 = { try? app.placements.setOptedOut(true) } }
        try await app.placements.open()
        let sent = try #require(phone.server.requests.last?.parameters)
        #expect([sent["opt_out"], sent["d_ifa"], sent["d_mac"]] == ["1", nil, nil])
        during.withLock { $0 = { try? app.core.consent.refuse([.behaviour]) } }
        let error = await #expect(throws: PlacementError.self) { try await app.placements.open() }
        #expect(error?.code == .consentRefused)
        #expect(phone.server.requests.count == 1)
        during.withLock { $0 = {} }
        await app.close()
    }

    @Test func `the answer to an open that was refused meanwhile leaves nothing behind`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(
            PlacementServer(
                Self.held(
                    isOpen,
                    .success(
                        .record([
                            "session": .text("s1"), "precache": .list([.text("https://media.example/unit.html")]),
                        ])))))
        phone.server.files.withLock { $0 = ["/unit.html": "<p>"] }
        let app = try phone.start()
        let opened = Task { try await app.placements.open() }
        #expect(await eventually { phone.server.requests.count == 1 })
        try app.core.consent.refuse([.behaviour])
        isOpen.withLock { $0 = true }
        let error = await #expect(throws: PlacementError.self) { try await opened.value }
        #expect(error?.code == .consentRefused)
        #expect(try app.placements.state.value(.session) == nil)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!phone.server.transport.requests.contains { $0.url.host() == "media.example" })
        await app.close()
    }

    @Test func `a unit whose answer was under way at a refusal is not shown`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(PlacementServer(Self.held(isOpen, .success(PresentationTests.unit))))
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { phone.server.requests.count == 1 })
        try app.core.consent.refuse([.behaviour])
        isOpen.withLock { $0 = true }
        #expect(await shown.value == .failed(PlacementClient.consentRefused))
        #expect(!surface.calls.contains("load 1"))
        await app.close()
    }

    @Test func `an answer from before an opt-out is not taken for the one after it`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(PlacementServer(Self.held(isOpen, .success(PresentationTests.unit))))
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { phone.server.requests.count == 1 })
        phone.server.set { _ in .success(nil) }
        try app.placements.setOptedOut(true)
        isOpen.withLock { $0 = true }
        #expect(await shown.value == .noContent)
        #expect(phone.server.requests.map { $0.parameters["opt_out"] } == ["0", "1"])
        await app.close()
    }

    @Test func `a link of a unit on screen is not followed after a refusal, and ends the unit`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(PresentationTests.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        try app.core.consent.refuse([.behaviour])
        let launch: JSONValue = .record([
            "command": .text("launch"), "context": .record(["url": .text("https://click.example/go")]),
        ])
        surface.request?.received(try BridgeMessage(launch.bytes), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        #expect(!phone.server.transport.requests.contains { $0.url.host() == "click.example" })
        #expect(!surface.calls.contains { $0.hasPrefix("open") })
        await app.close()
    }

    @Test func `an opt-out that the disk does not take holds all the same`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(PresentationTests.unit) })
        let app = try phone.start()
        try app.placements.setOptedOut(false)
        #expect(try await app.placements.request("p").preload())
        try app.placements.state.write { try $0.execute(sql: "ALTER TABLE value RENAME TO away") }
        #expect(throws: PlacementError.self) { try app.placements.setOptedOut(true) }
        #expect(app.placements.isOptedOut)
        try app.placements.state.write { try $0.execute(sql: "ALTER TABLE away RENAME TO value") }
        #expect(app.placements.isOptedOut)
        phone.server.set { _ in .success(nil) }
        #expect(await app.placements.request("p").present(on: RecordingPlacementSurface()) == .noContent)
        #expect(phone.server.requests.last?.parameters["opt_out"] == "1")
        await app.close()
        let second = try phone.start()
        #expect(second.placements.isOptedOut, "the copy has it")
        await second.close()
    }

    @Test func `what a unit sells after a refusal leaves no trace of the unit`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let handling = PurchaseHandling(app.placements.state, app.core.consent, log: app.core.log)
        handling.setHandler { _ in .cancel }
        try app.core.consent.refuse([.behaviour])
        let purchase = PlacementPurchase(product: "candy", name: "Candy", quantity: 1, receipt: "r")
        #expect(await handling.resolve(purchase, cookie: "unit-7") == .cancel)
        #expect(try app.placements.state.cookie(of: "candy") == nil)
        await app.close()
    }

    @Test func `a refusal deletes the files of units, and what is fetched meanwhile is not stored`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(PresentationTests.unit) })
        phone.server.files.withLock { $0 = ["/unit.html": "<p>", "/late.png": "late"] }
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        let folder = phone.folder.url.appending(path: "placements").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        phone.server.holdsFiles.withLock { $0 = true }
        let late = try #require(URL(string: "https://media.example/late.png"))
        let fetched = Task { await app.files.file(late) }
        #expect(await eventually { phone.server.transport.requests.contains { $0.url == late } })
        try app.core.consent.refuse([.behaviour])
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(app.core.disk.usage()["placements"] == 0)
        // The fetch began before the refusal, also if the user has agreed again.
        try app.core.consent.grant([.behaviour])
        phone.server.holdsFiles.withLock { $0 = false }
        #expect(await fetched.value?.body == Data("late".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder))
        try app.core.consent.refuse([.behaviour])
        let count = phone.server.transport.requests.count
        #expect(await app.files.file(late) == nil)
        #expect(phone.server.transport.requests.count == count)
        await app.close()
    }

    @Test func `a refusal deletes the damaged file that was kept`() async throws {
        let phone = try PlacementPhone()
        let first = try phone.start()
        await first.close()
        try phone.damage("placements.sqlite3")
        let app = try phone.start()
        func kept() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: phone.folder.url.path).filter {
                $0.hasPrefix("placements.sqlite3.damaged-")
            }
        }
        #expect(try kept().count == 1)
        try app.core.consent.refuse([.behaviour])
        #expect(try kept().isEmpty)
        await app.close()
    }
}
