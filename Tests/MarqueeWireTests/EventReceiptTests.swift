import Foundation
import MarqueeWire
import Testing

@Suite struct EventReceiptTests {
    private static let first = EventID(high: 0x0199_9999_0000_7000, low: 0x8000_0000_0000_0001)
    private static let second = EventID(high: 0x0199_9999_0001_7000, low: 0x8000_0000_0000_0003)

    @Test func `a receipt has a letter per event and a reason per rejected one`() throws {
        let receipt = EventReceipt(
            batch: EventReceipt.batchID(of: [Self.first, Self.second]), verdicts: [.accepted, .rejected, .accepted],
            reasons: ["a \"reason\""])
        #expect(
            try receipt.json
                == #"{"batch":"00000000-0001-0000-0000-000000000002","reasons":["a \"reason\""],"verdicts":"ara"}"#)
        #expect(try JSONDecoder().decode(EventReceipt.self, from: Data(try receipt.json.utf8)) == receipt)
        #expect(receipt.accepted == 2)
        #expect(receipt.rejected == 1)
    }

    @Test(arguments: [
        #"{"batch":"00000000-0001-0000-0000-000000000002","reasons":[],"verdicts":"aax"}"#,
        #"{"batch":"00000000-0001-0000-0000-000000000002","reasons":[],"verdicts":"ar"}"#,
        #"{"batch":"00000000-0001-0000-0000-000000000002","reasons":["b"],"verdicts":"aa"}"#,
        #"{"batch":"2","reasons":[],"verdicts":"a"}"#, #"{"reasons":[],"verdicts":"a"}"#,
        #"{"batch":"00000000-0001-0000-0000-000000000002","verdicts":"a"}"#,
    ])
    func `invalid JSON is not decoded as a receipt`(_ json: String) {
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(EventReceipt.self, from: Data(json.utf8))
            return
        }
    }

    @Test func `the id of a batch differs for every other set of events`() {
        let both = EventReceipt.batchID(of: [Self.first, Self.second])
        #expect(both != EventReceipt.batchID(of: [Self.first]))
        #expect(both != EventReceipt.batchID(of: []))
        #expect(both == EventReceipt.batchID(of: [Self.second, Self.first]))
    }
}
