import Foundation
import MarqueeWire
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("a-b_c.d~e", "a-b_c.d~e"), ("a b/c+d=e", "a%20b%2Fc%2Bd%3De"), ("é", "%C3%A9"), ("%20", "%2520"), ("*", "%2A"),
        ("a\r\n&\0", "a%0D%0A%26%00"), ("", ""),
    ])
    func `all but unreserved characters are encoded, once`(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
        #expect(Self.read(encoded) == text)
    }

    @Test func `fields keep their order, and both of their sides are encoded`() {
        #expect(PercentEncoding.form([("b", "1"), ("a&", "="), ("", "")]) == "b=1&a%26=%3D&=")
        #expect(PercentEncoding.form([]) == "")
    }

    @Test func `a form is read by bytes, whatever combines with its marks`() throws {
        let fields = try PercentEncoding.fields(of: "a=1&\u{301}b=\u{302}&&c&=d=e", most: 4)
        #expect(fields.map(\.name) == ["a", "\u{301}b", "c", ""])
        #expect(fields.map(\.value) == ["1", "\u{302}", "", "d=e"])
        let error = #expect(throws: WireError.self) { try PercentEncoding.fields(of: "a&b&c", most: 2) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: [("", []), ("&", []), ("&a&b&&", ["a=", "b="]), ("=", ["="]), ("=&a", ["=", "a="])])
    func `what stands between two marks is a field, and nothing is none`(_ form: String, _ fields: [String]) throws {
        #expect(try PercentEncoding.fields(of: form, most: 2).map { "\($0.name)=\($0.value)" } == fields)
    }

    private static func read(_ value: String) -> String? {
        let fields = try? PercentEncoding.fields(of: "x=\(value)", most: 1)
        return fields?.first?.value
    }

    @Test(arguments: ["%", "%4", "a%", "%zz", "%4g", "%FF", "%C3", "%+1", "%C3%28"])
    func `what is no percent-encoded text is refused`(_ text: String) {
        #expect(Self.read(text) == nil)
    }

    @Test func `fields are read as Foundation reads them, with a plus for a space`() {
        var random = SystemRandomNumberGenerator()
        let characters = Array("%%%%0123456789abcdefABCDEFG+ é\u{1F600}")
        for _ in 0..<3_000 {
            let text = String((0..<Int.random(in: 0...8)).compactMap { _ in characters.randomElement(using: &random) })
            // Foundation repairs some texts that are not UTF-8.
            let known = text.replacing("+", with: " ").removingPercentEncoding.flatMap { read in
                read.contains("\u{FFFD}") ? nil : read
            }
            #expect(Self.read(text) == known, "\(text)")
        }
    }
}
