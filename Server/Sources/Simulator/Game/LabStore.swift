import Foundation
import Marquee
import MarqueeCore
import Synchronization

/// The app store on a phone, as one app sees it. It survives the kill of the app, with everything that was bought and not
/// handed over yet.
///
/// It asks the person before each purchase. It sells every product but those whose id contains ``unknown``.
final class LabStore: PurchasingStore {
    /// The kind of account that pays.
    enum Account: String, Codable, CaseIterable {
        /// A tester's account, whose purchases cost nothing.
        case sandbox
        case production
    }

    /// The person's answer to the store's question.
    enum Answer: String, Codable, CaseIterable {
        case buy
        case cancel
        /// The store fails.
        case error
        /// A parent has to approve.
        case pending
    }

    /// What the store's sheet on the screen offers.
    struct Sheet: Codable, Sendable, Equatable {
        let product: String
        let quantity: Int
        /// Of all pieces.
        let price: String
    }

    /// A part of a product's id that the store does not know.
    static let unknown = "unknown"
    /// The products in the sample game's shop.
    static let shelf = ["stones_100", "lantern", "\(unknown)_gem"]
    /// In hundredths of the currency's unit.
    private static let prices = ["stones_100": (99, "USD"), "lantern": (499, "EUR")]
    private static let usual = (199, "USD")
    /// The most purchases that wait to be handed over.
    private static let most = 50

    private struct Unfinished {
        let product: String
        let quantity: Int
        let transaction: String
        let receipt: Data
    }

    private struct State {
        var sheet: Sheet?
        var question: CheckedContinuation<Answer, Never>?
        /// Purchases that a parent has to approve.
        var pending: [Sheet] = []
        var unfinished: [Unfinished] = []
        var listener: AsyncStream<StorePurchase.Bought>.Continuation?
        var sold = 0
    }

    private let state = Mutex(State())
    private let settings: GameSettings
    private let till: StoreTill?
    private let changed: @Sendable () -> Void

    /// - Parameters:
    ///   - settings: which account pays.
    ///   - till: signs transactions; without it, receipts prove nothing.
    ///   - changed: called when the sheet or what waits has changed.
    init(settings: GameSettings, till: StoreTill?, changed: @escaping @Sendable () -> Void) {
        self.settings = settings
        self.till = till
        self.changed = changed
    }

    /// What the store asks the person now.
    var sheet: Sheet? { state.withLock { $0.sheet } }

    /// How many purchases wait for a parent.
    var pendingCount: Int { state.withLock { $0.pending.count } }

    func price(of product: String) async -> PurchaseReport.Price? {
        Self.price(product).map { PurchaseReport.Price($0.0, $0.1) }
    }

    func buy(_ product: String, quantity: Int) async -> StorePurchase {
        let sheet = Sheet(product: product, quantity: quantity, price: Self.text(product, quantity))
        switch await ask(sheet) {
        case .buy:
            do { return .bought(try await sell(sheet)) } catch { return .failed(error) }
        case .cancel: return .cancelled
        case .error: return .failed(LabError(.refused, "the store failed, as the tester said"))
        case .pending: return .pending
        }
    }

    func waiting() -> AsyncStream<StorePurchase.Bought> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StorePurchase.Bought.self, bufferingPolicy: .bufferingNewest(Self.most))
        let (old, unfinished) = state.withLock { state in
            defer { state.listener = continuation }
            return (state.listener, state.unfinished)
        }
        old?.finish()
        for purchase in unfinished { continuation.yield(bought(purchase)) }
        return stream
    }

    /// The price of one piece of a product, for a shop's list.
    static func text(_ product: String, _ quantity: Int = 1) -> String {
        guard let (amount, currency) = price(product) else { return "" }
        return "\(amount * Decimal(quantity)) \(currency)"
    }

    private static func price(_ product: String) -> (Decimal, String)? {
        guard !product.contains(unknown) else { return nil }
        let (hundredths, currency) = prices[product] ?? usual
        return (Decimal(hundredths) / 100, currency)
    }
}

extension LabStore {
    /// The person answers the sheet. Without a sheet nothing happens.
    func answer(_ answer: Answer) {
        let question = state.withLock { state in
            if answer == .pending, let sheet = state.sheet, state.pending.count < Self.most {
                state.pending.append(sheet)
            }
            state.sheet = nil
            defer { state.question = nil }
            return state.question
        }
        changed()
        question?.resume(returning: answer)
    }

    /// A parent approves the purchase that has waited longest; the app gets it outside of its call.
    /// - Returns: whether one waited.
    func approve() async throws -> Bool {
        // Before the store is asked, so that two approvals are those of two purchases.
        let first: Sheet? = state.withLock { $0.pending.isEmpty ? nil : $0.pending.removeFirst() }
        guard let sheet = first else { return false }
        let purchase: StorePurchase.Bought
        do { purchase = try await sell(sheet) } catch {
            state.withLock { $0.pending.insert(sheet, at: 0) }
            throw error
        }
        state.withLock { $0.listener }?.yield(purchase)
        changed()
        return true
    }

    /// The app's process was killed: its sheet goes, and nothing of it is reported.
    func abandon() {
        let (question, listener) = state.withLock { state in
            defer { (state.sheet, state.question, state.listener) = (nil, nil, nil) }
            return (state.question, state.listener)
        }
        listener?.finish()
        // As for a purchase that waits: no report follows.
        question?.resume(returning: .pending)
    }

    private func ask(_ sheet: Sheet) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { question in
                let isBusy = state.withLock { state in
                    guard state.sheet == nil, !Task.isCancelled else { return true }
                    (state.sheet, state.question) = (sheet, question)
                    return false
                }
                if isBusy { return question.resume(returning: .cancel) }
                changed()
            }
        } onCancel: {
            // The unit was closed meanwhile.
            answer(.cancel)
        }
    }

    private func sell(_ sheet: Sheet) async throws -> StorePurchase.Bought {
        let account = settings.account
        let number = state.withLock { state in
            state.sold += 1
            return state.sold
        }
        var purchase = Unfinished(
            product: sheet.product, quantity: sheet.quantity, transaction: "lab-\(number)",
            receipt: Data("a receipt of the device lab, \(account.rawValue)".utf8))
        if let till, let (amount, currency) = Self.price(sheet.product) {
            let total = NSDecimalNumber(decimal: amount * Decimal(sheet.quantity) * 1000).int64Value
            let sold = try await till.sell(
                .init(
                    product: sheet.product, quantity: sheet.quantity, price: total, currency: currency,
                    kind: account == .sandbox ? "sandbox" : "valid"))
            purchase = Unfinished(
                product: sheet.product, quantity: sheet.quantity, transaction: sold.transactionId,
                receipt: Data(sold.signedTransaction.utf8))
        }
        state.withLock { state in
            if state.unfinished.count == Self.most { state.unfinished.removeFirst() }
            state.unfinished.append(purchase)
        }
        return bought(purchase)
    }

    private func bought(_ purchase: Unfinished) -> StorePurchase.Bought {
        StorePurchase.Bought(
            purchase.product, quantity: purchase.quantity, transaction: purchase.transaction, receipt: purchase.receipt
        ) { [weak self] in
            self?.state.withLock { $0.unfinished.removeAll { $0.transaction == purchase.transaction } }
        }
    }
}

/// The stores of a phone's apps.
final class LabStores: Sendable {
    private let stores = Mutex<[String: LabStore]>([:])

    /// The store of an app, the same one for each of its processes.
    func store(of app: String, _ make: () -> LabStore) -> LabStore {
        stores.withLock { stores in
            if let store = stores[app] { return store }
            let store = make()
            stores[app] = store
            return store
        }
    }
}
