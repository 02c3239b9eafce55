import Foundation

/// The store itself: what it sold, and how it is at the moment.
actor SimulatedStore {
    /// How the verification service answers.
    enum Mode: String, Sendable, Codable, CaseIterable {
        case up
        /// HTTP 503.
        case down
        /// The status 21005.
        case unavailable
        /// After twenty seconds.
        case slow
    }

    /// Sold things that are remembered; the oldest are forgotten.
    private static let most = 10_000

    nonisolated let authority: StoreAuthority
    private let bundleID: String
    private let password: String?
    private let signer: StoreSigner
    private let endedSigner: StoreSigner
    private var sales: [String: Sale] = [:]
    private var order: [String] = []
    private var next = Int64.random(in: 1_000_000_000...2_000_000_000)
    private(set) var mode = Mode.up

    /// - Parameters:
    ///   - bundleID: the app that sells.
    ///   - password: what questions to the verification service have to name; `nil` for nothing.
    init(bundleID: String, password: String? = nil) throws {
        authority = try StoreAuthority()
        (self.bundleID, self.password) = (bundleID, password)
        signer = try authority.signer()
        endedSigner = try authority.signer(years: -2 ... -1)
    }

    func set(_ mode: Mode) { self.mode = mode }

    func sell(_ order: Sale.Order) -> Sale {
        let now = Date()
        let sale = Sale(
            transaction: nextTransaction(), order: order,
            bundleID: order.kind == .foreignApp ? "org.example.other" : bundleID, purchased: now,
            refunded: order.kind == .refunded ? now : nil)
        keep(sale)
        return sale
    }

    /// Gives what was sold to another device of the same person: a new transaction of the same sale.
    func restore(_ sale: Sale) -> Sale {
        let restored = Sale(
            transaction: nextTransaction(), original: sale.original ?? sale.transaction, lineItem: sale.lineItem,
            order: sale.order, bundleID: sale.bundleID, purchased: Date(),
            firstPurchased: sale.firstPurchased ?? sale.purchased,
            refunded: sale.refunded)
        keep(restored)
        return restored
    }

    /// Sells the next period of a subscription.
    func renew(_ sale: Sale) -> Sale {
        let renewed = Sale(
            transaction: nextTransaction(), original: sale.original ?? sale.transaction, lineItem: nextTransaction(),
            order: sale.order, bundleID: sale.bundleID, purchased: Date(),
            firstPurchased: sale.firstPurchased ?? sale.purchased)
        keep(renewed)
        return renewed
    }

    private func nextTransaction() -> String {
        next += 1
        return "\(next)"
    }

    private func keep(_ sale: Sale) {
        sales[sale.transaction] = sale
        order.append(sale.transaction)
        if order.count > Self.most { sales[order.removeFirst()] = nil }
    }

    /// Gives the money back, or takes that back.
    func setRefunded(_ isRefunded: Bool, _ transaction: String) {
        sales[transaction]?.refunded = isRefunded ? Date() : nil
    }

    func sale(_ transaction: String) -> Sale? { sales[transaction] }

    func signedTransaction(_ sale: Sale) throws -> String {
        try (sale.kind == .expiredChain ? endedSigner : signer).token(SignedTransaction(sale, now: Date()))
    }

    /// - Parameters:
    ///   - sale: `nil` for a notification about no transaction.
    ///   - now: when it is signed.
    func signedNotification(_ kind: String, of sale: Sale?, now: Date = Date()) throws -> String {
        let info = try sale.map { try signer.token(SignedTransaction($0, now: Date())) }
        return try signer.token(
            SignedNotification(
                notificationType: kind, notificationUUID: UUID().uuidString.lowercased(),
                signedDate: Sale.milliseconds(now),
                data: .init(
                    bundleId: sale?.bundleID ?? bundleID,
                    environment: sale?.isSandbox == true ? "Sandbox" : "Production", signedTransactionInfo: info)))
    }

    /// What the older verification service answers.
    func verify(receipt: Data, password given: String?, inSandbox: Bool) -> VerifiedReceipt {
        if mode == .unavailable { return VerifiedReceipt(status: 21_005) }
        if let password, password != given { return VerifiedReceipt(status: 21_004) }
        let prefix = "simulated-receipt-"
        guard let text = String(data: receipt, encoding: .utf8), text.hasPrefix(prefix) else {
            return VerifiedReceipt(status: 21_002)
        }
        guard let sale = sales[String(text.dropFirst(prefix.count))] else { return VerifiedReceipt(status: 21_003) }
        guard sale.isSandbox == inSandbox else { return VerifiedReceipt(status: inSandbox ? 21_008 : 21_007) }
        return VerifiedReceipt(
            status: 0, environment: inSandbox ? "Sandbox" : "Production",
            receipt: .init(bundleID: sale.bundleID, sales: [.init(sale)]))
    }
}
