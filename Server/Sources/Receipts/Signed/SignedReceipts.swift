import Crypto
public import Foundation
public import MarqueeWire
public import PlatformStore

/// Reads what the store signs: transactions of StoreKit 2, and the notices of App Store Server Notifications V2. Needs no
/// network.
///
///     let receipts = SignedReceipts(roots: try TrustedRoots(file))
///     let transaction = try await receipts.transaction(token, at: now)
public struct SignedReceipts: Sendable {
    /// How far the store's clock may be ahead.
    private static let clockDifference = Duration.seconds(300)

    private let roots: TrustedRoots

    /// Trusts what leads to these roots.
    public init(roots: TrustedRoots) {
        self.roots = roots
    }

    /// Verifies a signed transaction.
    /// - Parameter now: the wall clock.
    /// - Throws: `malformed`, `untrustedChain`, `forged`, `expiredChain`.
    public func transaction(_ token: Data, at now: Timestamp) async throws(ReceiptRefusal) -> StoreTransaction {
        let payload: TransactionPayload = try await payload(token, at: now)
        return try payload.transaction()
    }

    /// Verifies a notice, and the transaction in it.
    /// - Parameters:
    ///   - token: the value of `signedPayload`.
    ///   - now: the wall clock.
    /// - Returns: the notice, and the bundle id of the app that it is about.
    /// - Throws: as ``transaction(_:at:)``; `foreignApp` if the transaction is of another app than the notice.
    public func notice(
        _ token: Data, at now: Timestamp
    ) async throws(ReceiptRefusal) -> (notice: StoreNotice, bundleID: String) {
        let payload: NoticePayload = try await payload(token, at: now)
        guard (1...64).contains(payload.notificationType.utf8.count), (payload.subtype?.utf8.count ?? 0) <= 64,
            (1...64).contains(payload.notificationUUID.utf8.count), let data = payload.subject
        else { throw .malformed }
        var transaction: StoreTransaction?
        if let text = data.signedTransactionInfo {
            let read = try await self.transaction(Data(text.utf8), at: now)
            guard read.bundleID == data.bundleId else { throw .foreignApp }
            transaction = read
        }
        let environment = data.environment.map(TransactionPayload.environment) ?? .production
        guard transaction == nil || transaction?.environment == environment else { throw .malformed }
        let notice = StoreNotice(
            id: payload.notificationUUID, kind: payload.notificationType, subtype: payload.subtype,
            transactionID: transaction?.id, formerTransactionID: transaction?.formerID, environment: environment,
            signed: Timestamp(milliseconds: payload.signedDate))
        return (notice, data.bundleId)
    }

    private func payload<Payload: SignedPayload>(
        _ bytes: Data, at now: Timestamp
    ) async throws(ReceiptRefusal) -> Payload {
        let token = try SignedToken(bytes)
        let chain = try CertificateChain(token.chain)
        let key = try await chain.verify(by: roots)
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature),
            key.isValidSignature(signature, for: token.signed)
        else { throw .forged }
        let payload: Payload = try JSONObject.decode(token.payload)
        // Reports may arrive months after the purchase, when the signer's certificate has ended; so the time that counts is
        // that of the signature, which the signer has signed too.
        let signed = Timestamp(milliseconds: payload.signedDate)
        guard signed <= now + Self.clockDifference, chain.isValid(at: signed) else { throw .expiredChain }
        return payload
    }
}
