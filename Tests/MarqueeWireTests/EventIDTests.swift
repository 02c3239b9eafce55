import MarqueeWire
import Testing

@Suite struct EventIDTests {
    @Test func `an id is parsed in upper and lower case`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let id = EventID(high: random.next(), low: random.next())
            #expect(EventID(id.description) == id)
            #expect(EventID(id.description.uppercased()) == id)
        }
        #expect(
            EventID("01234567-89ab-cdef-0123-456789abcdef")
                == EventID(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_89AB_CDEF))
    }

    @Test func `a wrong byte at any position is refused`() {
        let good = Array("01999999-abcd-7eff-8000-000000000001".utf8)
        for place in good.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = good
                bytes[place] = byte
                let isDigit = Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
                let isGood = good[place] == UInt8(ascii: "-") ? byte == UInt8(ascii: "-") : isDigit
                #expect((bytes.withUnsafeBytes { EventID(utf8: $0) } != nil) == isGood)
            }
        }
        for text in ["", "0", String(repeating: "0", count: 36), "01999999-abcd-7eff-8000-0000000000010"] {
            #expect(EventID(text) == nil)
        }
    }
}
