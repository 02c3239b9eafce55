import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// The simulated store's interfaces: those of the App Store, and those by which a test or a person controls it.
struct StoreRoutes: Sendable {
    private static let maximumBody = 1024 * 1024

    let store: SimulatedStore

    private struct Question: Decodable {
        enum CodingKeys: String, CodingKey {
            case receipt = "receipt-data"
            case password
        }

        let receipt: String
        let password: String?
    }

    private struct Sold: Encodable {
        let transactionId: String
        let signedTransaction: String
        /// Base64, as an app gets it from its bundle.
        let receipt: String
    }

    private struct ModeChange: Codable {
        let mode: SimulatedStore.Mode
    }

    private struct Notify: Decodable {
        let type: String
        let transactionId: String?
        /// Where it is sent to; without it, it is only made.
        let to: String?
    }

    private struct Notified: Encodable {
        let signedPayload: String
        /// What the receiver answered.
        let status: UInt?
    }

    func add(to router: Router<BasicRequestContext>) {
        router.post("verifyReceipt") { request, _ in try await verify(request, inSandbox: false) }
        router.post("sandbox/verifyReceipt") { request, _ in try await verify(request, inSandbox: true) }
        router.get("root.pem") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/x-pem-file"],
                body: .init(byteBuffer: ByteBuffer(bytes: try store.authority.rootPEM)))
        }
        router.post("sell") { request, _ in
            let sale = await store.sell(try await Self.read(request))
            return try await sold(sale)
        }
        router.get("transactions/:id") { _, context in
            guard let id = context.parameters.get("id"), let sale = await store.sale(id) else {
                throw HTTPError(.notFound)
            }
            return try await sold(sale)
        }
        router.post("notify") { request, _ in try await notify(try await Self.read(request)) }
        router.post("mode") { request, _ in
            let change: ModeChange = try await Self.read(request)
            await store.set(change.mode)
            return try Self.answer(change)
        }
    }

    private func verify(_ request: Request, inSandbox: Bool) async throws -> Response {
        switch await store.mode {
        case .down: throw HTTPError(.serviceUnavailable)
        case .slow: try await Task.sleep(for: .seconds(20))
        case .up, .unavailable: break
        }
        let question: Question = try await Self.read(request)
        let receipt = Data(base64Encoded: question.receipt) ?? Data()
        return try Self.answer(
            await store.verify(receipt: receipt, password: question.password, inSandbox: inSandbox))
    }

    private func sold(_ sale: Sale) async throws -> Response {
        try Self.answer(
            Sold(
                transactionId: sale.transaction, signedTransaction: try await store.signedTransaction(sale),
                receipt: sale.receipt.base64EncodedString()))
    }

    private func notify(_ order: Notify) async throws -> Response {
        var sale: Sale?
        if let id = order.transactionId {
            if ["REFUND", "REVOKE"].contains(order.type) { await store.setRefunded(true, id) }
            if order.type == "REFUND_REVERSED" { await store.setRefunded(false, id) }
            sale = await store.sale(id)
            guard sale != nil else { throw HTTPError(.notFound) }
        }
        let payload = try await store.signedNotification(order.type, of: sale)
        guard let to = order.to else { return try Self.answer(Notified(signedPayload: payload, status: nil)) }
        var request = HTTPClientRequest(url: to)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(["signedPayload": payload])))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
        return try Self.answer(Notified(signedPayload: payload, status: response.status.code))
    }

    private static func read<Value: Decodable>(_ request: Request) async throws -> Value {
        let body = try await request.body.collect(upTo: maximumBody)
        do { return try JSONDecoder().decode(Value.self, from: Data(body.readableBytesView)) } catch {
            throw HTTPError(.badRequest, message: "the body is not what this address takes")
        }
    }

    private static func answer(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}
