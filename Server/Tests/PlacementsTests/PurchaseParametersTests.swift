import PlatformStore
import Testing

@testable import Placements

@Suite struct PurchaseParametersTests {
    private static let parameters = ["product": "coins", "quantity": "1", "resolution": "buy", "price_locale": "USD"]

    private func report(_ added: [String: String], nonce: String) throws -> String? {
        let parameters = Self.parameters.merging(added) { $1 }
        return try PurchaseParameters.purchase(parameters, nonce: nonce, install: "phone").report
    }

    @Test func `a purchase that is sent again with a new nonce is the same report`() throws {
        let first = try report(["purchase_id": "p1"], nonce: "n1")
        #expect(try report(["purchase_id": "p1"], nonce: "n2") == first)
        #expect(try report(["purchase_id": "p2"], nonce: "n1") != first)
    }

    @Test func `without an id the nonce tells purchases apart`() throws {
        #expect(try report([:], nonce: "n1") == "n1")
        #expect(try report(["purchase_id": ""], nonce: "n2") == "n2")
    }

    @Test(arguments: [("0192f0c8a4b37d55", true), ("7", false), ("", false)])
    func `what a device that opted out sends again is the same purchase`(_ id: String, _ isSame: Bool) throws {
        let purchases = try ["n1", "n2"].map {
            try PurchaseParameters.purchase(
                Self.parameters.merging(["purchase_id": id]) { $1 }, nonce: $0, install: nil)
        }
        #expect((purchases[0].install == purchases[1].install) == isSame)
        #expect((purchases[0].report == purchases[1].report) == isSame)
    }

    // PLC-074
    @Test(
        arguments: [
            ("buy", .buy), ("cancel", .cancel), ("error", .error), ("failure", .failure), ("Buy", .buy),
            ("owned", .error), ("3", .error),
        ] as [(String, TrackedPurchase.Resolution)])
    func `a resolution of another name is an error`(_ text: String, _ resolution: TrackedPurchase.Resolution) throws {
        let parameters = Self.parameters.merging(["resolution": text]) { $1 }
        let purchase = try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone")
        #expect(purchase.resolution == resolution)
    }

    @Test(arguments: [nil, ""] as [String?]) func `a purchase without a resolution is refused`(_ text: String?) {
        var parameters = Self.parameters
        parameters["resolution"] = text
        #expect(throws: PlacementRefusal.self) {
            try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone")
        }
    }

    @Test(arguments: ["0.99": 990, "5": 5000, ".5": 500, "5.": 5000, "0.9899999999999998976": 990, "0.0004": 0])
    func `a price is kept in thousandths`(_ text: String, _ milliunits: Int64) throws {
        let parameters = Self.parameters.merging(["price": text]) { $1 }
        let purchase = try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone")
        #expect(purchase.price?.milliunits == milliunits)
    }

    @Test(arguments: ["1.2.3", ".", "1,5", "-1", "1e3", "٣", ""])
    func `a purchase whose price is no number counts without it`(_ text: String) throws {
        let parameters = Self.parameters.merging(["price": text]) { $1 }
        #expect(try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone").price == nil)
    }

    @Test(arguments: ["", "usd", "EURO"]) func `a price without a currency is none`(_ currency: String) throws {
        let parameters = Self.parameters.merging(["price": "0.99", "price_locale": currency]) { $1 }
        #expect(try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone").price == nil)
    }

    // PLC-070
    @Test(arguments: [
        ("sword/shop/12", "sword", "12"), ("sword/shop", "sword", nil), ("sword", "sword", nil),
        ("Promo 7/shop", "Promo 7/shop", nil),
    ])
    func `unit and receipt of a cookie are stored without the placement`(
        _ cookie: String, _ unit: String, _ receipt: String?
    ) throws {
        let parameters = Self.parameters.merging(["cookie": cookie]) { $1 }
        let purchase = try PurchaseParameters.purchase(parameters, nonce: "n", install: "phone")
        #expect(purchase.unit == unit && purchase.offerReceipt == receipt)
    }
}
