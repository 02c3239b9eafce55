public import UIKit

public let SKStoreProductParameterITunesItemIdentifier = "declared"
public let SKStoreProductParameterAffiliateToken = "declared"
public let SKStoreProductParameterCampaignToken = "declared"
public let SKStoreProductParameterProviderToken = "declared"

@MainActor open class SKStoreProductViewController: UIViewController {
    public init() { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func loadProduct(withParameters parameters: [String: Any]) async throws -> Bool { declared() }
}

public enum StoreKitError: Error {
    case notAvailableInStorefront
    case userCancelled
}

public struct Product: Sendable {
    public static func products(for identifiers: some Collection<String>) async throws -> [Product] { declared() }
    public let price: Decimal
    public var priceFormatStyle: Decimal.FormatStyle.Currency { declared() }
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult { declared() }

    public struct PurchaseOption: Hashable, Sendable {
        public static func quantity(_ quantity: Int) -> PurchaseOption { declared() }
    }

    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>)
        case userCancelled
        case pending
    }
}

public enum VerificationResult<SignedType: Sendable>: Sendable {
    case unverified(SignedType, any Error)
    case verified(SignedType)

    public var payloadValue: SignedType { get throws { declared() } }
}

extension VerificationResult where SignedType == Transaction {
    public var jwsRepresentation: String { declared() }
}

public struct Transaction: Sendable {
    public let id: UInt64
    public let productID: String
    public let purchasedQuantity: Int
    public let revocationDate: Date?
    public let isUpgraded: Bool
    public func finish() async {}
    public static var unfinished: Transactions { declared() }
    public static var updates: Transactions { declared() }

    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>

        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> VerificationResult<Transaction>? { declared() }
        }

        public func makeAsyncIterator() -> AsyncIterator { declared() }
    }
}
