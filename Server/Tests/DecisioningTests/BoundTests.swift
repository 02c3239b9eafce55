import Foundation
import Testing

@testable import Decisioning

/// What conditions compare with (PLC-058).
struct BoundTests {
    @Test func `a bound stays as it was written, and is stored as a number where that says the same`() throws {
        let stored = [("1.10", #""1.10""#), ("9.99", "9.99"), ("7", "7"), ("-1", "-1"), ("6.1.3", #""6.1.3""#)]
        for (text, json) in stored {
            let bound = try #require(Bound(text))
            #expect(try String(decoding: JSONEncoder().encode([bound]), as: UTF8.self) == "[\(json)]")
            #expect(try JSONDecoder().decode([Bound].self, from: Data("[\(json)]".utf8)) == [bound])
        }
        for text in ["", "x", "1.x", "0x10", "nan", "1e999", String(repeating: "1", count: 41)] {
            #expect(Bound(text) == nil, "\(text)")
        }
    }
}
