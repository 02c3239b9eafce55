import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import Simulator

/// PLC-132.
@Suite struct IntegrationFaultTests {
    private static let sent = "price=0.99&price_locale=USD&receipt=a%2Bb&sdk-ios=2.0.0&signature=abc"

    /// The parameters of a request as they arrive, from the query of an address or from a form.
    private func arrived(_ fault: IntegrationFault, inForm: Bool, at path: PlacementRoute) throws -> [String: String] {
        let address = "https://game.example\(path.rawValue)"
        let url = try #require(URL(string: inForm ? address : "\(address)?\(Self.sent)"))
        let body = inForm ? Data(Self.sent.utf8) : nil
        let request = fault.applied(to: TransportRequest(inForm ? "POST" : "GET", url, body: body, maximumBodySize: 1))
        #expect(request.url.path() == path.rawValue && (request.url.query == nil) == inForm)
        let form = inForm ? String(decoding: try #require(request.body), as: UTF8.self) : request.url.query() ?? ""
        let fields = try PercentEncoding.fields(of: form, most: 100)
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    @Test(arguments: [false, true])
    func `a request has its mistake as an address and as a form`(inForm: Bool) throws {
        let right = try arrived(.none, inForm: inForm, at: .purchase)
        #expect(right["price"] == "0.99" && right["receipt"] == "a+b")
        func faulty(_ fault: IntegrationFault, at path: PlacementRoute = .purchase) throws -> [String: String] {
            try arrived(fault, inForm: inForm, at: path)
        }
        let others = right.filter { !$0.key.hasPrefix("price") }
        #expect(try faulty(.missingPrice) == others.merging(["price_missing": "1"]) { $1 })
        #expect(try faulty(.missingPrice, at: .open) == right)
        #expect(try faulty(.wrongSecret) == right.merging(["signature": "cba"]) { $1 })
        #expect(try faulty(.oldVersion) == right.merging(["sdk-ios": IntegrationFault.outdatedVersion]) { $1 })
    }
}
