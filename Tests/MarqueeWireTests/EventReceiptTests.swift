import Foundation
import MarqueeWire
import Testing

@Suite struct EventReceiptTests {
    @Test(arguments: [
        [], [EventReceipt.Entry(id: "01999999-0000-7000-8000-000000000001", verdict: .accepted)],
        [
            EventReceipt.Entry(id: nil, verdict: .rejected, reason: "an event is an object"),
            EventReceipt.Entry(
                id: "a/\"b\\c\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}ü\u{1F600}", verdict: .accepted, reason: ""),
        ],
    ])
    func `a receipt is written as an encoder writes it`(_ verdicts: [EventReceipt.Entry]) throws {
        let receipt = EventReceipt(verdicts: verdicts)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: receipt.json, as: UTF8.self)
                == String(decoding: try encoder.encode(receipt), as: UTF8.self))
        #expect(try JSONDecoder().decode(EventReceipt.self, from: Data(receipt.json)) == receipt)
    }
}
