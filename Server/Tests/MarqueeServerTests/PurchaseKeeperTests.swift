import Foundation
import Hummingbird
import Logging
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

    /// Runs a verification service that takes 8 seconds for each answer, and decides nothing, while `body` runs.
    private func withSlowService(_ body: @Sendable (_ address: String) async throws -> Void) async throws {
        let router = Router()
        router.post("verifyReceipt") { _, _ -> String in
            try await Task.sleep(for: .seconds(8))
            return #"{"status":21004}"#
        }
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
            try await body("http://127.0.0.1:\(port)/verifyReceipt")
            group.cancelAll()
        }
    }

    @Test func `a service that is slow keeps no signed receipt waiting`() async throws {
        let folder = try TemporaryFolder()
        let store = try SimulatedStore(bundleID: "org.example.game")
        let root = folder.url.appending(path: "root.pem")
        try store.authority.rootPEM.write(to: root)
        try await withSlowService { address in
            let test = try await TestServer(
                [.lab: "off", .receiptRoot: root.path, .receiptService: address, .receiptSandbox: address],
                isPublished: false)
            let purchases = test.server.platform.purchases
            try await purchases.setIdentity(.init(bundleIDs: ["org.example.game"]), app: "demo", by: "test")
            @Sendable func report(_ receipt: Data) async throws -> String {
                try await purchases.record(
                    TrackedPurchase(install: "gid", product: "coins", receipt: receipt), app: "demo"
                ).id
            }
            var older: [String] = []
            for number in 1...10 { older.append(try await report(Data("an older receipt \(number)".utf8))) }
            let (first, last) = (older[0], older[9])
            try await test.running { _, _ in
                let isAsked = await eventually {
                    (try? await purchases.purchase(first, app: "demo"))?.attempts == 1
                }
                #expect(isAsked)
                let sale = await store.sell(.init(product: "coins"))
                let signed = try await report(Data(try await store.signedTransaction(sale).utf8))
                let isValid = await eventually {
                    (try? await purchases.purchase(signed, app: "demo"))?.status == .valid
                }
                #expect(isValid)
                let waits = try await purchases.purchase(last, app: "demo").attempts == 0
                #expect(waits, "the service was not asked about all of them yet")
            }
        }
    }
}
