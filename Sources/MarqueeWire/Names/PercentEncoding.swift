import Foundation

/// Text in addresses and in forms (RFC 3986, section 2.1; and the type `application/x-www-form-urlencoded`).
public enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let percent = UInt8(ascii: "%")

    /// The text with every byte but letters, digits, `-`, `.`, `_` and `~` as `%` and two digits. A space is `%20`, which
    /// readers of addresses and of forms understand.
    public static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Fields of a query or a form in their order, `name=value&…`, both sides of each encoded.
    public static func form(_ fields: [(String, String)]) -> String {
        var bytes: [UInt8] = []
        for (place, (name, value)) in fields.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: "&")) }
            append(name, value, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends one field of ``form(_:)`` to other bytes.
    public static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        append(name, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        append(value, to: &bytes)
    }

    /// Reads the fields of a query or a form in their order. A space may be a `+`; a name without `=` has an empty value.
    /// - Parameters:
    ///   - form: `name=value&…`.
    ///   - most: the most fields that are accepted.
    /// - Throws: ``WireError`` with `tooLarge` for more fields, and `malformed` for a `%` without two digits after it and
    ///   for bytes that are not UTF-8.
    public static func fields(of form: some StringProtocol, most: Int) throws(WireError) -> [(
        name: String, value: String
    )] {
        var form = String(form)
        // By bytes: an accent that combines with "&" or "=" makes another character of it.
        let result = form.withUTF8 { bytes in
            Result { () throws(WireError) in try fields(of: bytes, most: most) }
        }
        return try result.get()
    }

    private static func fields(of form: UnsafeBufferPointer<UInt8>, most: Int) throws(WireError) -> [(
        name: String, value: String
    )] {
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(min(most, Self.usualFields))
        var start = 0
        while start < form.count {
            let end = form[start...].firstIndex(of: UInt8(ascii: "&")) ?? form.count
            defer { start = end + 1 }
            if start == end { continue }
            guard fields.count < most else { throw WireError(.tooLarge, "a form with more than \(most) fields") }
            let field = UnsafeBufferPointer(rebasing: form[start..<end])
            let name = UnsafeBufferPointer(rebasing: field.prefix { $0 != UInt8(ascii: "=") })
            let rest = UnsafeBufferPointer(rebasing: field[name.count...].dropFirst())
            guard let text = decoded(name), let value = decoded(rest) else {
                throw WireError(.malformed, "a field that is not percent-encoded UTF-8")
            }
            fields.append((text, value))
        }
        return fields
    }

    /// More fields than most forms have.
    private static let usualFields = 32

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.contains(where: { $0 == percent || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case percent:
                guard let high = rest.next().flatMap(HexDigits.value), let low = rest.next().flatMap(HexDigits.value)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(bytes: bytes, encoding: .utf8)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            guard !text.allSatisfy(isUnreserved) else {
                bytes.append(contentsOf: text)
                return
            }
            for byte in text {
                if isUnreserved(byte) {
                    bytes.append(byte)
                } else {
                    bytes.append(percent)
                    bytes.append(digits[Int(byte >> 4)])
                    bytes.append(digits[Int(byte & 15)])
                }
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
