import Foundation
import Hummingbird
import Logging
import PlatformStore

@testable import Receipts
@testable import StoreSimulator

/// A simulated store that answers on a port, and a platform whose app it knows.
final class RunningStore: Sendable {
    let store: SimulatedStore
    let platform: Platform
    let address: URL
    let rootFile: URL
    private let server: Task<Void, any Error>
    private let folder: URL

    init(password: String? = nil, bundleIDs: [String] = [TestReceipts.app]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        store = try SimulatedStore(bundleID: TestReceipts.app, password: password)
        platform = try await Platform.open(at: folder.appending(path: "data"), passwordCost: 4)
        _ = try await platform.apps.create("demo", name: "Demo", by: "test")
        if !bundleIDs.isEmpty {
            let identity = StoreIdentity(bundleIDs: bundleIDs, password: password)
            try await platform.purchases.setIdentity(identity, app: "demo", by: "test")
        }
        rootFile = folder.appending(path: "root.pem")
        try store.authority.rootPEM.write(to: rootFile)
        let router = Router()
        StoreRoutes(store: store).add(to: router)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "store")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) }, logger: logger)
        server = Task { try await application.run() }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next(), let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw CancellationError()
        }
        address = url
    }

    deinit {
        server.cancel()
        try? FileManager.default.removeItem(at: folder)
    }

    /// - Parameter timeout: long enough for a machine that does much else, unless a test waits for it.
    func service(timeout: Duration = .seconds(60)) -> ReceiptService {
        ReceiptService(
            production: address.appending(path: "verifyReceipt"),
            sandbox: address.appending(path: "sandbox/verifyReceipt"), timeout: timeout)
    }

    func sell(_ kind: Sale.Kind = .valid, product: String = "coins", quantity: Int = 1) async -> Sale {
        await store.sell(
            Sale.Order(product: product, quantity: quantity, price: 990 * Int64(quantity), currency: "USD", kind: kind))
    }

    /// What an app hands to the SDK as the receipt of a sale.
    func receipt(of sale: Sale, _ form: ReceiptForm) async throws -> Data {
        form == .older ? sale.receipt : Data(try await store.signedTransaction(sale).utf8)
    }

    @discardableResult
    func report(
        _ receipt: Data, product: String = "coins", quantity: Int = 1, app: String = "demo"
    ) async throws -> PurchaseRecord {
        try await platform.purchases.record(
            TrackedPurchase(
                install: "gid", product: product, quantity: quantity, price: .init(milliunits: 990, currency: "USD"),
                receipt: receipt), app: app)
    }

    func purchase(_ record: PurchaseRecord) async throws -> PurchaseRecord {
        try await platform.purchases.purchase(record.id, app: "demo")
    }
}
