import Foundation
import MarqueeTesting
import Testing

@testable import Simulator

/// PLC-078: the store of a phone of the lab.
@Suite(.timeLimit(.minutes(10))) struct LabStoreTests {
    @Test func `a purchase is approved once, and waits again if the store does not sell it`() async throws {
        let network = HeldTransport()
        let till = StoreTill(try #require(URL(string: "http://store.example")), transport: network)
        let store = LabStore(settings: GameSettings(), till: till, changed: {})
        let buying = Task { await store.buy("stones_100", quantity: 1) }
        try #require(await eventually { store.sheet != nil })
        store.answer(.pending)
        _ = await buying.value
        let approval = Task { try await store.approve() }
        try #require(await eventually { network.isAsked })
        #expect(store.pendingCount == 0, "a second approval is that of another purchase")
        network.letGo()
        await #expect(throws: LabError.self) { try await approval.value }
        #expect(store.pendingCount == 1)
    }
}
