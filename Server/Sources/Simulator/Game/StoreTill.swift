import Foundation
import MarqueeCore

/// Sells at a store simulator, which signs what it sold.
struct StoreTill: Sendable {
    /// What is bought, by the simulator's names.
    struct Order: Encodable, Sendable {
        let product: String
        let quantity: Int
        /// Of all pieces, in thousandths of the currency's unit.
        let price: Int64
        let currency: String
        let kind: String
    }

    struct Sold: Decodable, Sendable {
        let transactionId: String
        let signedTransaction: String
    }

    private static let maximumAnswer = 256 * 1024
    private static let deadline = Duration.seconds(10)

    private let address: URL
    private let transport: any Transport

    /// - Parameter address: of the simulator.
    init(_ address: URL, transport: any Transport) {
        self.address = address.appending(path: "sell")
        self.transport = transport
    }

    /// - Throws: `LabError` when the simulator does not answer.
    func sell(_ order: Order) async throws -> Sold {
        let request = TransportRequest(
            "POST", address, headers: ["Content-Type": "application/json"], body: try JSONEncoder().encode(order),
            maximumBodySize: Self.maximumAnswer, deadline: Self.deadline)
        guard let answer = try? await transport.send(request), answer.status == 200,
            let sold = try? JSONDecoder().decode(Sold.self, from: answer.body)
        else { throw LabError(.refused, "the store simulator did not sell") }
        return sold
    }
}
