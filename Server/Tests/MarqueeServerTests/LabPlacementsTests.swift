import Foundation
import Hummingbird
import Logging
import Marquee
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer
@testable import Simulator
@testable import StoreSimulator

/// PLC-012, PLC-078, PLC-132: the lab's sample game with a running server and a running store.
@Suite(.timeLimit(.minutes(10))) struct LabPlacementsTests {
    /// A phone of a running server.
    private struct Phone: Sendable {
        let test: TestServer
        let device: Device

        var platform: Platform { test.server.platform }
        var game: PlacementsWing.Game? { device.front?.game.map { .init($0, device.surroundings.games.screen.layout) } }

        func command(_ json: String) async throws {
            let (command, app) = try test.server.lab.commands.command(json: Data(json.utf8))
            try await command.run(
                CommandCall(lab: test.server.lab, device: device, contentOrigin: "http://127.0.0.1", appID: app))
        }

        func buy(in account: LabStore.Account) async throws {
            try await command(#"{"name":"placements.account","account":"\#(account.rawValue)"}"#)
            let before = game?.sentReports ?? 0
            try await command(#"{"name":"placements.buy","product":"lantern","quantity":2}"#)
            try #require(await eventually { game?.sheet != nil })
            try await command(#"{"name":"placements.settle","answer":"buy"}"#)
            try #require(await eventually { (game?.sentReports ?? 0) > before })
        }
    }

    private func withPhone(
        _ flags: [ServerOption: String] = [:], _ body: @Sendable (Phone) async throws -> Void
    ) async throws {
        let test = try await TestServer([.lab: "open"].merging(flags) { $1 })
        _ = try await test.server.platform.credentials.createSecret(app: "demo", by: "test")
        try await test.running { _, _ in
            let device = try await test.server.lab.add()
            let phone = Phone(test: test, device: device)
            try #require(await eventually { phone.game?.opens == 1 })
            try await body(phone)
            await test.server.lab.close()
        }
    }

    /// Runs a store simulator while `body` runs.
    private func withStore(_ body: @Sendable (SimulatedStore, _ address: String) async throws -> Void) async throws {
        let store = try SimulatedStore(bundleID: "org.example.game")
        let router = Router()
        StoreRoutes(store: store).add(to: router)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "store")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            try await body(store, "http://127.0.0.1:\(port)")
            group.cancelAll()
        }
    }

    @Test func `a phone is a test device of the server before its first request, until it is removed`() async throws {
        try await withPhone { phone in
            let install = try #require(phone.game).install
            #expect(phone.game?.isTestDevice == true && phone.game?.lastOpen == "reported")
            #expect(try await phone.platform.testDevices.devices(of: "demo")[install]?.markedBy == "device lab")
            let kept = try await phone.platform.placements.requests(
                app: "demo", device: install, before: nil, limit: 10)
            #expect(kept.map(\.route).contains(.open) && kept.allSatisfy { $0.install.hasPrefix(install.prefix(4)) })
            try await phone.test.server.lab.remove(phone.device.id)
            #expect(try await phone.platform.testDevices.devices(of: "demo")[install] == nil)
        }
    }

    @Test func `a purchase of the sandbox account is no revenue, and one of a paying account is`() async throws {
        try await withStore { store, address in
            let folder = try TemporaryFolder()
            let root = folder.url.appending(path: "root.pem")
            try store.authority.rootPEM.write(to: root)
            try await withPhone([.labStore: address, .receiptRoot: root.path]) { phone in
                let purchases = phone.platform.purchases
                try await purchases.setIdentity(.init(bundleIDs: ["org.example.game"]), app: "demo", by: "test")
                func settled() async throws -> [PurchaseRecord] {
                    let wait = { @Sendable in
                        let found = try? await purchases.purchases(
                            .init(status: .pending), app: "demo", before: nil, limit: 1)
                        return found?.isEmpty == true
                    }
                    try #require(await eventually(wait))
                    return try await purchases.purchases(.init(), app: "demo", before: nil, limit: 10)
                }
                try await phone.buy(in: .sandbox)
                let sandbox = try #require(try await settled().first)
                #expect(sandbox.status == .refused && sandbox.refusal == .sandbox)
                #expect(try await purchases.revenue(.init(), app: "demo").allSatisfy { $0.verified.purchases == 0 })

                try await phone.buy(in: .production)
                let paid = try #require(try await settled().first)
                #expect(paid.status == .valid && paid.product == "lantern" && paid.quantity == 2)
                let revenue = try await purchases.revenue(.init(), app: "demo")
                #expect(revenue.map(\.currency) == ["EUR"] && revenue.first?.verified.milliunits == 9_980)
            }
        }
    }

    @Test func `a phone of an app without a secret has no game, and starts`() async throws {
        let test = try await TestServer([.lab: "open"])
        try await test.running { _, _ in
            let device = try await test.server.lab.add()
            #expect(device.front != nil && device.front?.game == nil)
            await test.server.lab.close()
        }
    }
}
