import Foundation
import MarqueeWire
import Testing

@testable import Placements

@Suite struct PreparedJSONTests {
    @Test func `gaps are filled where they were made, each time with other values`() throws {
        let prepared = PreparedJSON<String> { gaps in
            // The text comes in the order of the names, not in that of the gaps.
            let last = gaps.value("z")
            return .record([
                "z": last, "a": gaps.value("a"), "list": .list([.integer(1), gaps.value("b"), gaps.value("c")]),
                "text": .text("\"a\" \u{301} \\ 0"),
            ])
        }
        for number in [1, 2] {
            var bytes = Array("[".utf8)
            prepared.write(to: &bytes) { JSONValue.record([$0: .integer(Int64(number))]).write(to: &$1) }
            bytes.append(UInt8(ascii: "]"))
            let value = try JSONValue(bytes: Data(bytes), maximumSize: 1_000)
            func filled(_ gap: String) -> JSONValue { .record([gap: .integer(Int64(number))]) }
            #expect(
                value
                    == .list([
                        .record([
                            "z": filled("z"), "a": filled("a"),
                            "list": .list([.integer(1), filled("b"), filled("c")]), "text": .text("\"a\" \u{301} \\ 0"),
                        ])
                    ]))
        }
    }

    @Test func `JSON without a gap stays as it is`() {
        var bytes: [UInt8] = []
        PreparedJSON<Int> { _ in .list([.text("a"), .null]) }.write(to: &bytes) { $1.append(0) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"["a",null]"#)
    }
}
