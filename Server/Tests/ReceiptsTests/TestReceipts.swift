import Foundation
import MarqueeWire
import PlatformStore

@testable import Receipts
@testable import StoreSimulator

/// The certificates of a store that the tests trust, and its roots as a file.
struct TestReceipts {
    static let app = "org.example.game"

    let authority: StoreAuthority
    let signer: StoreSigner
    let receipts: SignedReceipts
    let folder: URL
    let rootFile: URL
    let now = Timestamp(Date())

    init() throws {
        authority = try StoreAuthority()
        signer = try authority.signer()
        folder = FileManager.default.temporaryDirectory.appending(path: "receipts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        rootFile = folder.appending(path: "root.pem")
        try authority.rootPEM.write(to: rootFile)
        receipts = SignedReceipts(roots: try TrustedRoots(rootFile))
    }

    /// A payload that a token may carry.
    static func payload(_ changes: [String: Any?] = [:], signed: Date = Date()) throws -> Data {
        let milliseconds = Sale.milliseconds(signed)
        var members: [String: Any] = [
            "transactionId": "1", "originalTransactionId": "1", "bundleId": app, "productId": "coins", "quantity": 1,
            "environment": "Production", "price": 990, "currency": "USD", "purchaseDate": milliseconds,
            "signedDate": milliseconds,
        ]
        for (name, value) in changes { members[name] = value }
        return try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
    }

    /// Why a token is refused; `nil` if it is not.
    func refusal(of token: String) async -> ReceiptRefusal? {
        do throws(ReceiptRefusal) {
            _ = try await receipts.transaction(Data(token.utf8), at: now)
            return nil
        } catch { return error }
    }

    func header(_ members: [String: Any]) throws -> Data {
        var all: [String: Any] = ["alg": "ES256", "x5c": try StoreSigner.texts(signer.chain)]
        for (name, value) in members { all[name] = value }
        return try JSONSerialization.data(withJSONObject: all, options: [.sortedKeys, .withoutEscapingSlashes])
    }
}
