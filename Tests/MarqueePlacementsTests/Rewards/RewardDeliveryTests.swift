import Foundation
import GRDB
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// PLC-061, PLC-064.
struct RewardDeliveryTests {
    @Test func `a reward that the disk did not take is stored with the next one`() async throws {
        let folder = try TemporaryFolder()
        let environment = Environment(folder: folder.url, transport: FakeTransport(), clock: ManualClock())
        let state = try PlacementState(environment)
        let got = Locked<[String]>([])
        let delivery = RewardDelivery(state, log: Log(build: .release))
        delivery.setHandler { reward in got.withLock { $0.append(reward.receipt) } }
        try state.write { try $0.execute(sql: "ALTER TABLE reward RENAME TO away") }
        await delivery.unlock([UnitReward(name: "coins", quantity: 1, receipt: "1", signature: "")]).value
        try state.write { try $0.execute(sql: "ALTER TABLE away RENAME TO reward") }
        delivery.unlock([UnitReward(name: "coins", quantity: 1, receipt: "2", signature: "")])
        #expect(await eventually { got.withLock { $0 } == ["1", "2"] })
        await delivery.close()
        state.close()
    }

    private struct Broken: Error {}

    /// A delivery over a folder of its own, and what its handler got.
    private struct Bench {
        let folder: TemporaryFolder
        let state: PlacementState
        let delivery: RewardDelivery
        let got = Locked<[String]>([])

        init() throws {
            folder = try TemporaryFolder()
            state = try PlacementState(
                Environment(folder: folder.url, transport: FakeTransport(), clock: ManualClock()))
            delivery = RewardDelivery(state, log: Log(build: .release))
        }

        func unlock(_ receipts: String...) {
            delivery.unlock(receipts.map { UnitReward(name: "coins", quantity: 1, receipt: $0, signature: "") })
        }

        func hears(_ receipts: [String]) async -> Bool { await eventually { got.withLock { $0 } == receipts } }

        func close() async {
            await delivery.close()
            state.close()
        }
    }

    @Test func `a reward that the app has taken does not come again when the disk did not take that`() async throws {
        let bench = try Bench()
        let forbid = "CREATE TRIGGER full BEFORE UPDATE ON reward BEGIN SELECT RAISE(ABORT, 'full'); END"
        try bench.state.write { try $0.execute(sql: forbid) }
        bench.delivery.setHandler { reward in bench.got.withLock { $0.append(reward.receipt) } }
        bench.unlock("1")
        #expect(await bench.hears(["1"]))
        bench.unlock("2")
        #expect(await bench.hears(["1", "2"]))
        try bench.state.write { try $0.execute(sql: "DROP TRIGGER full") }
        bench.delivery.look()
        #expect(await eventually { (try? bench.state.undeliveredCount()) == 0 })
        #expect(bench.got.withLock { $0 } == ["1", "2"])
        await bench.close()
    }

    @Test func `a reward that the app cannot take keeps no other one back, and comes again`() async throws {
        let bench = try Bench()
        let isBroken = Locked(true)
        bench.delivery.setHandler { reward in
            if reward.receipt == "1", isBroken.withLock({ $0 }) { throw Broken() }
            bench.got.withLock { $0.append(reward.receipt) }
        }
        bench.unlock("1", "2")
        #expect(await bench.hears(["2"]))
        isBroken.withLock { $0 = false }
        bench.delivery.look()
        #expect(await bench.hears(["2", "1"]))
        await bench.close()
    }

    @Test func `rewards that wait go to the closure that is set when their turn comes`() async throws {
        let bench = try Bench()
        let (isEntered, isReleased) = (Locked(false), Locked(false))
        bench.delivery.setHandler { reward in
            isEntered.withLock { $0 = true }
            while !isReleased.withLock({ $0 }) { await Task.yield() }
            bench.got.withLock { $0.append("first \(reward.receipt)") }
        }
        bench.unlock("1")
        #expect(await eventually { isEntered.withLock { $0 } })
        bench.unlock("2", "3")
        bench.delivery.setHandler { reward in bench.got.withLock { $0.append("second \(reward.receipt)") } }
        isReleased.withLock { $0 = true }
        #expect(await bench.hears(["first 1", "second 2", "second 3"]))
        await bench.close()
    }

    @Test func `a reward that the disk did not take is stored when the app comes back`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let got = Locked<[String]>([])
        app.placements.setRewardHandler { reward in got.withLock { $0.append(reward.receipt) } }
        let delivery = app.placements.rewards
        try app.placements.state.write { try $0.execute(sql: "ALTER TABLE reward RENAME TO away") }
        await delivery.unlock([UnitReward(name: "coins", quantity: 1, receipt: "1", signature: "")]).value
        try app.placements.state.write { try $0.execute(sql: "ALTER TABLE away RENAME TO reward") }
        app.enterForeground()
        #expect(await eventually { got.withLock { $0 } == ["1"] })
        await app.close()
    }

    /// On the main actor, because the write blocks a thread of the pool.
    @Test @MainActor func `a reward holds up no caller, and is on disk before its template hears of it`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(PresentationTests.unit) })
        let app = try phone.start()
        let (isWriting, isFree, wasFree) = (Locked(false), Locked(false), Locked(false))
        let hold = DatabaseFunction("hold", argumentCount: 0) { _ in
            isWriting.withLock { $0 = true }
            let end = ContinuousClock.now + .seconds(300)
            while !isFree.withLock({ $0 }), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.005) }
            let hasWaited = isFree.withLock { $0 }
            wasFree.withLock { $0 = hasWaited }
            return nil
        }
        try app.placements.state.write { database in
            database.add(function: hold)
            try database.execute(sql: "CREATE TEMP TRIGGER hold AFTER INSERT ON reward BEGIN SELECT hold(); END")
        }
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let secret = try #require(PlacementSecret(PlacementServer.secret))
        let reward = UnitReward(name: "coins", quantity: 5, receipt: "1", signature: "")
        let item: JSONValue = .record([
            "reward": .text(reward.name), "quantity": .integer(reward.quantity), "receipt": .text(reward.receipt),
            "signature": .text(secret.signature(of: reward, gid: app.placements.gid)),
        ])
        let commands: [(String, JSONValue)] = [("reward", .record(["rewards": .list([item])])), ("dismiss", .null)]
        for (command, context) in commands {
            let message = JSONValue.record(["command": .text(command), "context": context])
            surface.request?.received(try BridgeMessage(message.bytes), view: 1)
        }
        #expect(await eventually { isWriting.withLock { $0 } })
        for _ in 0..<100 { await Task.yield() }
        #expect(surface.answers.isEmpty)
        isFree.withLock { $0 = true }
        #expect(await shown.value == .dismissed(.contentUnit))
        #expect(wasFree.withLock { $0 }, "the caller waited for the disk")
        #expect(surface.answers.count == 1)
        #expect(try app.placements.waitingRewards() == 1)
        await app.close()
    }

    @Test func `what was unlocked is on disk when the app has left the screen, and when it was closed`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let rewards = ["1", "2"].map { UnitReward(name: "coins", quantity: 1, receipt: $0, signature: "") }
        app.placements.rewards.unlock([rewards[0]])
        await app.enterBackground()
        #expect(try app.placements.waitingRewards() == 1)
        app.placements.rewards.unlock([rewards[1]])
        await app.close()
        let second = try phone.start()
        #expect(try second.placements.waitingRewards() == 2)
        await second.close()
    }
}
