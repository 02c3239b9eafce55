import PlatformStore
import Testing

@testable import Collector

/// Rows of bits, and numbers of texts, in the memory of folding.
@Suite struct BitTableTests {
    @Test func `rows are handed out in the order of their keys, with all bits that were inserted`() {
        var table = BitTable()
        table.insert(1, 2, 1)
        table.insert(4, 1, -1)
        table.insert(2, 2, 1)
        table.insert(8, 1, 7)
        table.insert(2, 2, 1)
        let rows = table.takeUnwritten()
        #expect(rows.map(\.first) == [1, 1, 2] && rows.map(\.second) == [-1, 7, 1] && rows.map(\.bits) == [4, 8, 3])
    }

    @Test func `a row is handed out again when it has further bits, and only then`() {
        var table = BitTable()
        table.insert(1, 5, 6)
        table.insert(1, 7, 8)
        #expect(table.takeUnwritten().count == 2)
        table.insert(1, 5, 6)
        table.insert(3, 7, 8)
        let rows = table.takeUnwritten()
        #expect(rows.map(\.first) == [7] && rows.map(\.bits) == [3])
        table.removeAll()
        #expect(table.count == 0)
        table.insert(1, 5, 6)
        #expect(table.takeUnwritten().count == 1)
    }

    @Test func `a table holds the same as a dictionary, however large it grows`() {
        var random = SystemRandomNumberGenerator()
        var table = BitTable()
        var model: [SIMD2<Int64>: UInt64] = [:]
        for _ in 0..<20_000 {
            let key = SIMD2(Int64.random(in: 0..<50, using: &random), Int64.random(in: -200..<200, using: &random))
            let bit: UInt64 = 1 << UInt64.random(in: 0..<64, using: &random)
            table.insert(bit, key.x, key.y)
            model[key, default: 0] |= bit
        }
        let rows = table.takeUnwritten()
        #expect(rows.count == model.count)
        #expect(rows.allSatisfy { model[SIMD2($0.first, $0.second)] == $0.bits })
    }

    @Test func `texts keep their numbers by kind until there are too many of them`() throws {
        var numbers = TextNumbers()
        func number(_ text: String, _ kind: Int64, _ found: Int64?) throws -> Int64? {
            var text = text
            return try text.withUTF8 { (text) throws(StoreError) in
                try numbers.number(of: text, kind: kind) { () throws(StoreError) in found }
            }
        }
        // The same text of two kinds, and a text that is another one with a zero byte.
        func names(_ index: Int64) -> [(text: String, kind: Int64)] {
            [("text \(index)", 0), ("text \(index)", 1), ("text \(index)\0", 0)]
        }
        for index in 0..<Int64(3000) {
            for (place, name) in names(index).enumerated() {
                #expect(try number(name.text, name.kind, index * 3 + Int64(place)) == index * 3 + Int64(place))
            }
        }
        for index in 0..<Int64(3000) {
            for (place, name) in names(index).enumerated() {
                #expect(try number(name.text, name.kind, nil) == index * 3 + Int64(place))
            }
        }
        #expect(try number("", 0, nil) == nil && number("", 0, 7) == 7 && number("", 0, nil) == 7)
        for index in 0..<50_000 { _ = try number("other \(index)", 0, 1) }
        #expect(try number("text 1", 0, nil) == nil)
        numbers.forget()
        #expect(try number("", 0, nil) == nil)
    }
}
