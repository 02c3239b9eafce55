extension ScriptValue {
    /// Parses one JSON value (RFC 8259) that is nested at most `depth` deep; nil for any other text.
    ///
    /// For a key that occurs twice, the last value counts. Lone surrogates become U+FFFD, because `JSON.stringify`
    /// writes them and Foundation's readers refuse the whole text. That is why the library has a reader of its own.
    public init?(json text: String, depth: Int = 8) {
        var parser = Parser(bytes: Array(text.utf8))
        guard let value = parser.value(depth: depth), parser.isAtEnd() else { return nil }
        self = value
    }

    private struct Parser {
        let bytes: [UInt8]
        var position = 0

        mutating func isAtEnd() -> Bool {
            skipSpace()
            return position == bytes.count
        }

        mutating func value(depth: Int) -> ScriptValue? {
            skipSpace()
            guard let byte = peek() else { return nil }
            switch byte {
            case UInt8(ascii: "{"): return depth > 0 ? record(depth: depth - 1) : nil
            case UInt8(ascii: "["): return depth > 0 ? list(depth: depth - 1) : nil
            case UInt8(ascii: "\""): return string().map(ScriptValue.text)
            case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
            case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
            case UInt8(ascii: "n"): return word("null") ? .null : nil
            default: return number()
            }
        }

        private mutating func record(depth: Int) -> ScriptValue? {
            position += 1
            var entries: [String: ScriptValue] = [:]
            if consume("}") { return .record(entries) }
            repeat {
                skipSpace()
                guard let key = string(), consume(":"), let value = value(depth: depth) else { return nil }
                entries[key] = value
            } while consume(",")
            return consume("}") ? .record(entries) : nil
        }

        private mutating func list(depth: Int) -> ScriptValue? {
            position += 1
            var values: [ScriptValue] = []
            if consume("]") { return .list(values) }
            repeat {
                guard let value = value(depth: depth) else { return nil }
                values.append(value)
            } while consume(",")
            return consume("]") ? .list(values) : nil
        }

        private mutating func string() -> String? {
            guard peek() == UInt8(ascii: "\"") else { return nil }
            position += 1
            var units: [UInt8] = []
            while let byte = peek() {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
                case 0..<0x20: return nil
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    units.append(contentsOf: String(Character(scalar)).utf8)
                default: units.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard let byte = peek() else { return nil }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"): return unicode()
            default: return nil
            }
        }

        private mutating func unicode() -> Unicode.Scalar? {
            guard let unit = hexadecimal() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
            let afterFirst = position
            guard word("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else {
                position = afterFirst
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        }

        private mutating func hexadecimal() -> UInt32? {
            guard position + 4 <= bytes.count else { return nil }
            var value: UInt32 = 0
            for byte in bytes[position..<position + 4] {
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
                value = value << 4 | UInt32(digit)
            }
            position += 4
            return value
        }

        /// A number of RFC 8259, section 6, within the range of `Double`.
        private mutating func number() -> ScriptValue? {
            let start = position
            skip(UInt8(ascii: "-"))
            let whole = digits()
            guard whole == 1 || whole > 1 && bytes[position - whole] != UInt8(ascii: "0") else { return nil }
            if skip(UInt8(ascii: ".")), digits() == 0 { return nil }
            if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
                if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
                if digits() == 0 { return nil }
            }
            guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
            else { return nil }
            return .number(value)
        }

        private mutating func digits() -> Int {
            let start = position
            while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
            return position - start
        }

        @discardableResult
        private mutating func skip(_ byte: UInt8) -> Bool {
            guard peek() == byte else { return false }
            position += 1
            return true
        }

        private mutating func consume(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard let byte = peek(), UInt32(byte) == character.value else { return false }
            position += 1
            return true
        }

        private mutating func word(_ word: StaticString) -> Bool {
            let end = position + word.utf8CodeUnitCount
            guard end <= bytes.count else { return false }
            let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard bytes[position..<end].elementsEqual(expected) else { return false }
            position = end
            return true
        }

        private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

        private mutating func skipSpace() {
            while let byte = peek(), byte == 0x20 || (0x9...0xA).contains(byte) || byte == 0xD { position += 1 }
        }
    }
}
