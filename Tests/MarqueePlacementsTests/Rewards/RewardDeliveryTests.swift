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
        delivery.unlock([UnitReward(name: "coins", quantity: 1, receipt: "1", signature: "")])
        try state.write { try $0.execute(sql: "ALTER TABLE away RENAME TO reward") }
        delivery.unlock([UnitReward(name: "coins", quantity: 1, receipt: "2", signature: "")])
        #expect(await eventually { got.withLock { $0 } == ["1", "2"] })
        await delivery.close()
        state.close()
    }
}
