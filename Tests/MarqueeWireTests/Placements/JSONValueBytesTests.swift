import Foundation
import MarqueeWire
import Testing

@Suite struct JSONValueBytesTests {
    @Test func `members are sorted, and texts escape what JSON cannot hold`() {
        let value = JSONValue.record([
            "b": .list([.null, .truth(true), .integer(-1), .number(1.5), .number(2)]),
            "a": .text("\"\\/é\n\u{1}\u{7F}\u{1F600}"), "é": .record([:]), "": .list([]),
        ])
        let text = #"{"":[],"a":"\"\\/é\u000a\u0001\#u{7F}\#u{1F600}","b":[null,true,-1,1.5,2],"é":{}}"#
        #expect(String(decoding: value.bytes, as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            (#"{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}"#, nil), (#"{"a": 1, "a": 2}"#, "a"),
            (#"{"a": [{"b": 1}, {"b": 1, "c": "b", "b": 2}]}"#, "b"), (#"{"a": {"x": 1}, "b": [], "a": 2}"#, "a"),
            (#"{"a": "b", "c": "b", "d": ["a", "a"]}"#, nil), (#"{"\u0061": 1, "a": 2}"#, "a"),
            (#"{"a\"": 1, "a": "\"{\\", "b": ","}"#, nil), (#"["a", "a", {"": 1, "": 2}]"#, ""), ("[]", nil),
            (#""a""#, nil), ("1", nil),
        ] as [(String, String?)])
    func `a name that an object has twice is found`(_ text: String, _ name: String?) throws {
        let bytes = Data(text.utf8)
        _ = try JSONDecoder().decode(JSONValue.self, from: bytes)
        #expect(JSONValue.repeatedName(in: bytes) == name)
        #expect(JSONValue.repeatedName(in: Data("[".utf8) + bytes + Data("]".utf8)) == name)
    }

    @Test func `a number that JSON cannot hold is null`() {
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(JSONValue.list([.number(number), .integer(1)]).bytes == Data("[null,1]".utf8))
        }
    }

    @Test(arguments: [0.1, -1e-300, 1e300, 123_456_789.125, 1e-307]) func `a number is read as it was`(
        _ number: Double
    ) throws {
        #expect(try JSONValue(bytes: JSONValue.number(number).bytes, maximumSize: 100) == .number(number))
    }

    @Test func `Foundation reads what was written`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let value = Self.value(depth: 4, &random)
            #expect(try JSONValue(bytes: value.bytes, maximumSize: 1 << 20) == value)
            // Another reader of Foundation's, which keeps nothing of ours.
            _ = try JSONSerialization.jsonObject(with: value.bytes, options: .fragmentsAllowed)
        }
    }

    private static func value(depth: Int, _ random: inout SystemRandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .truth(Bool.random(using: &random))
        case 2: .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: .number(Double(Int.random(in: -1_000...1_000, using: &random)) + 0.5)
        case 4: .text(text(&random))
        case 5: .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            .record(
                Dictionary(
                    (0..<Int.random(in: 0...3, using: &random)).map { _ in
                        (text(&random), value(depth: depth - 1, &random))
                    }
                ) { first, _ in first })
        }
    }

    private static func text(_ random: inout SystemRandomNumberGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x3FF, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
