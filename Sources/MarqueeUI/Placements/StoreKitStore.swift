#if canImport(StoreKit) && StoreKit
    import Foundation
    public import MarqueePlacements
    import StoreKit

    /// The App Store by StoreKit 2. Debug and ad-hoc builds reach its sandbox.
    public struct StoreKitStore: PurchasingStore {
        /// Uses the person's account of the device.
        public init() {}

        /// The price of one piece in the person's store front.
        public func price(of product: String) async -> PurchaseReport.Price? {
            guard let found = await Self.product(product) else { return nil }
            return .init(found.price, found.priceFormatStyle.currencyCode)
        }

        /// Lets the person buy by the system's sheet.
        public func buy(_ product: String, quantity: Int) async -> StorePurchase {
            guard let found = await Self.product(product) else {
                return .failed(StoreKitError.notAvailableInStorefront)
            }
            do {
                switch try await found.purchase(options: [.quantity(quantity)]) {
                case .success(let result): return try .bought(Self.bought(result))
                case .userCancelled: return .cancelled
                case .pending: return .pending
                @unknown default: return .pending
                }
            } catch StoreKitError.userCancelled {
                return .cancelled
            } catch {
                return .failed(error)
            }
        }

        /// Transactions that were not finished before, and those of the time to come; each one once, and once more if
        /// it was refunded or upgraded meanwhile.
        public func waiting() -> AsyncStream<StorePurchase.Bought> {
            AsyncStream { continuation in
                let task = Task {
                    var handedOver: Set<String> = []
                    func handOver(_ result: VerificationResult<Transaction>) {
                        guard let bought = try? Self.bought(result),
                            handedOver.insert("\(bought.transaction) \(bought.isDeliverable)").inserted
                        else { return }
                        continuation.yield(bought)
                    }
                    for await result in Transaction.unfinished { handOver(result) }
                    for await result in Transaction.updates { handOver(result) }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }

        private static func product(_ id: String) async -> Product? { try? await Product.products(for: [id]).first }

        /// - Throws: the error of a transaction that the device could not verify.
        private static func bought(
            _ result: VerificationResult<Transaction>
        ) throws -> StorePurchase.Bought {
            let transaction = try result.payloadValue
            return StorePurchase.Bought(
                transaction.productID, quantity: transaction.purchasedQuantity, transaction: String(transaction.id),
                receipt: Data(result.jwsRepresentation.utf8),
                isDeliverable: transaction.revocationDate == nil && !transaction.isUpgraded
            ) { await transaction.finish() }
        }
    }
#endif
