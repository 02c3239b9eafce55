import Foundation
import MarqueeTesting
import PlatformStore
import Testing

@testable import MarqueeServer
@testable import StoreSimulator

/// PLC-086: a server verifies by itself what waits.
@Suite struct PurchaseKeeperTests {
    @Test func `a running server verifies purchases that wait, also those of the server before it`() async throws {
        let folder = try TemporaryFolder()
        let store = try SimulatedStore(bundleID: "org.example.game")
        let root = folder.url.appending(path: "root.pem")
        try store.authority.rootPEM.write(to: root)
        let test = try await TestServer([.lab: "off", .receiptRoot: root.path], isPublished: false)
        let purchases = test.server.platform.purchases
        try await purchases.setIdentity(.init(bundleIDs: ["org.example.game"]), app: "demo", by: "test")
        func report(_ kind: Sale.Kind) async throws -> PurchaseRecord {
            let sale = await store.sell(.init(product: "coins", kind: kind))
            let token = try await store.signedTransaction(sale)
            return try await purchases.record(
                TrackedPurchase(install: "gid", product: "coins", receipt: Data(token.utf8)), app: "demo")
        }
        let (valid, sandbox) = (try await report(.valid), try await report(.sandbox))
        try await test.running { _, _ in
            #expect(
                await eventually {
                    let found = try? await purchases.purchases(
                        .init(status: .pending), app: "demo", before: nil, limit: 1)
                    return found?.isEmpty == true
                })
        }
        #expect(try await purchases.purchase(valid.id, app: "demo").status == .valid)
        #expect(try await purchases.purchase(sandbox.id, app: "demo").refusal == .sandbox)
    }
}
